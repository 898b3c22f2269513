package io.plantgate.operation;

import java.time.Instant;

/**
 * One word on the door; the newest counts.
 *
 * @param state open or recovery
 * @param changedBy the node whose integrity check failed, or the person who opened or closed it
 */
public record DoorWord(String state, Instant changedAt, String changedBy, String reason) {}
