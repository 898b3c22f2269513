package io.plantgate.web;

import java.time.Instant;

/** What a person did to an effect. */
record MoveRow(Instant movedAt, String action, String fromState, String toState, String movedBy, String reason) {}
