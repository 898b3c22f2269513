package io.plantgate.report;

import java.time.OffsetDateTime;

/**
 * One line of an acceptance file: what a device sent, and when it came in.
 *
 * @param line its number in the file, from 1
 * @param arrivalAt as recorded, with the offset that stands in the file
 * @param raw the bytes that the device sent
 */
record RecordedArrival(int line, OffsetDateTime arrivalAt, byte[] raw) {}
