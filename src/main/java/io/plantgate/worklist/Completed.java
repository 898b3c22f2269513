package io.plantgate.worklist;

import io.plantgate.ledger.Decision;

/** An arrival that a person completed or released, and what it then turned out to be. */
public record Completed(long arrivalId, Decision decision) {}
