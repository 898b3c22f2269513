package io.plantgate.operation;

/** Takes what a device says about an operation on its own, after its attempt: completion events. */
public interface OperationReports {

    /**
     * Settles the operation if it is sent, accepted or unknown. Late, repeated and early words are all fine: each is kept
     * in the history, the first that proves something counts. Words about operations that nobody asked for are logged.
     *
     * @param equipment the equipment that speaks
     * @param operationId of the operation, as the device was given it
     * @param digest of what the device says it did, as hexadecimal; null if it names none. A word with that of something else
     *     is kept as evidence and moves nothing
     * @throws OperationsUnreachableException if the database cannot keep it now: do not acknowledge it to the device
     */
    void report(String equipment, String operationId, String digest, DeviceWord word);

    /** The same of a device that names no digest. */
    default void report(String equipment, String operationId, DeviceWord word) {
        report(equipment, operationId, null, word);
    }
}
