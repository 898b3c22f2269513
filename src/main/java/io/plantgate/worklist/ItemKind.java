package io.plantgate.worklist;

/** What an item waits for. */
public enum ItemKind {
    /** Two contents under one identity: to be settled. */
    CONFLICT,
    /** Arrivals without an identity: to be completed. */
    INCOMPLETE,
    /** An operation on equipment whose end is not known: settled at the operation. */
    OPERATION,
    /** Another payload under a known operationId: to be settled. */
    OPERATION_CONFLICT,
    /** A device's word against the recorded end of an operation: to be settled. */
    OPERATION_WORD,
    /** A scan's key was repeated more often than its site allows: to be settled. */
    REPEATS
}
