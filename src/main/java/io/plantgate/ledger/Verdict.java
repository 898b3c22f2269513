package io.plantgate.ledger;

/** The five words for a decision, as stored in the type {@code decision} of PostgreSQL. */
public enum Verdict {
    CANONICAL,
    DUPLICATE,
    CONFLICT,
    INCOMPLETE,
    QUARANTINED
}
