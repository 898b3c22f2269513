package io.plantgate.scan;

/**
 * The one answer to a scan, byte for byte.
 *
 * @param status of HTTP
 * @param body JSON; never changed
 */
record StoredAnswer(int status, byte[] body) {

    /** The scan was answered, and its row has been removed since: nothing but its identity is known. */
    static final StoredAnswer REMOVED = new StoredAnswer(410, new byte[0]);
}
