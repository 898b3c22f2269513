package io.plantgate.worklist;

/** What an item waits for. */
public enum ItemKind {
    /** Two contents under one identity: to be settled. */
    CONFLICT,
    /** Arrivals without an identity: to be completed. */
    INCOMPLETE
}
