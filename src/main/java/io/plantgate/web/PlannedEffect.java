package io.plantgate.web;

import java.time.Instant;

/** An effect that a rule named for an event. Planned is not done. */
record PlannedEffect(
        long effectId,
        String profile,
        String rule,
        String kind,
        String plannedOn,
        String idempotencyKey,
        String state,
        Instant plannedAt) {}
