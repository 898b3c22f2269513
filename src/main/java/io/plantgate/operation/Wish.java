package io.plantgate.operation;

import java.time.Instant;

/** What is asked, with all that is known about it when it is judged. */
record Wish(
        OperationRequest request,
        OperationPayload payload,
        EquipmentTarget target,
        CommandPolicy command,
        Instant now,
        Instant validUntil) {}
