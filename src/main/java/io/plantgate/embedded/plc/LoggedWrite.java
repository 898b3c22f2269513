package io.plantgate.embedded.plc;

import java.time.Instant;

/**
 * One change that a simulated device really made.
 *
 * @param what was changed, e.g. {@code run}
 * @param value that it was changed to
 * @param operation as the device was told its name; empty if its protocol cannot say it
 */
public record LoggedWrite(Instant at, String what, String value, String operation) {}
