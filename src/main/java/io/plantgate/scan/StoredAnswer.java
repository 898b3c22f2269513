package io.plantgate.scan;

/**
 * The one answer to a scan, byte for byte.
 *
 * @param status of HTTP
 * @param body JSON; never changed
 */
record StoredAnswer(int status, byte[] body) {}
