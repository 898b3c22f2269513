package io.plantgate.web;

import java.time.Instant;

/** An event with the same source and transitionId under another boot. */
record Recurrence(long canonicalId, String bootId, Instant arrivalAt) {}
