package io.plantgate.event;

import java.time.Instant;

/**
 * The time that the source itself gave.
 *
 * @param text as sent
 * @param instant what it was read as, or null where it could not be read
 */
public record SourceTime(String text, Instant instant) {}
