package io.plantgate.operation;

import java.time.Instant;

/**
 * Which operations are listed, the newest first; a null part does not restrict.
 *
 * @param from received at or after this
 * @param to received before this
 * @param after only operations with a smaller key
 */
public record OperationQuery(
        OperationState state,
        String target,
        String client,
        String operationId,
        Instant from,
        Instant to,
        long after,
        int limit) {}
