package io.plantgate.worklist;

/** What a person decides about two contents under one name. The canonical event stays as it is in each case. */
public enum SettlementOutcome {
    /** The first was right. */
    KEEP_FIRST,
    /** The other was meant to correct the first: a new event with a name of its own says so. */
    CORRECTED_BY_NEW_EVENT,
    /** Neither can be trusted. */
    BOTH_WRONG
}
