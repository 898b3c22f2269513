package io.plantgate.worklist;

/** Why a person's wish could not be met. */
public enum Refusal {
    /** There is no such arrival, item or event. */
    NOT_FOUND,
    /** Somebody completed or released this arrival before. */
    ALREADY_COMPLETED,
    /** Somebody settled this conflict before, and the word does not say that it replaces that. */
    ALREADY_SETTLED,
    /** The decision of this arrival, or the kind of this item, does not take this word. */
    NOT_APPLICABLE,
    /** The kept bytes cannot be read: only a prefix was kept, a site's step changed them, or the profile is gone. */
    NOT_READABLE,
    /** Even with what was supplied the identity is not whole, or cannot be one. */
    STILL_WITHOUT_IDENTITY,
    /** The ledger's queue has no room; again later. */
    BUSY,
    /** The ledger has not answered in time: it may be recorded or not; again later, a repeat is recognised. */
    NO_ANSWER
}
