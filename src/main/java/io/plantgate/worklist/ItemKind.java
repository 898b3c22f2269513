package io.plantgate.worklist;

/** What an item waits for. */
public enum ItemKind {
    /** Two contents under one identity: to be settled. */
    CONFLICT,
    /** Arrivals without an identity: to be completed. */
    INCOMPLETE,
    /** A scan's key was repeated more often than its site allows: to be settled. */
    REPEATS
}
