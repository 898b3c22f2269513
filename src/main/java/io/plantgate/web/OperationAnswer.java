package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationState;
import java.time.Instant;
import java.util.UUID;

/**
 * An operation as its asker sees it; never its parameters.
 *
 * @param pending true before any outcome
 * @param resultId the same in every answer about this operation
 * @param similarTo key of another operation that asked for the same shortly before: perhaps one intent under two names
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OperationAnswer(
        long operationKey,
        String client,
        String operationId,
        UUID resultId,
        OperationState state,
        boolean pending,
        String target,
        String command,
        String digest,
        int canonVersion,
        int canonBytes,
        String code,
        String reason,
        @JsonRawValue String result,
        String resultDigest,
        String deviceReference,
        Integer operationNumber,
        int attempts,
        Integer approvalsNeeded,
        Long replaces,
        Long similarTo,
        String askedBy,
        String door,
        Instant receivedAt,
        Instant validUntil,
        Instant replayUntil,
        Instant resultsUntil,
        Instant endedAt,
        Boolean tombstone) {

    static OperationAnswer of(Operation operation) {
        return new OperationAnswer(
                operation.operationKey(),
                operation.client(),
                operation.operationId(),
                operation.resultId(),
                operation.state(),
                operation.pending(),
                operation.target(),
                operation.command(),
                operation.digest(),
                operation.canonVersion(),
                operation.canonBytes(),
                operation.code(),
                operation.reason(),
                operation.result(),
                operation.resultDigest(),
                operation.deviceReference(),
                operation.operationNumber(),
                operation.attempts(),
                operation.approvalsNeeded() == 0 ? null : operation.approvalsNeeded(),
                operation.replaces(),
                operation.similarTo(),
                operation.askedBy(),
                operation.door(),
                operation.receivedAt(),
                operation.validUntil(),
                operation.replayUntil(),
                operation.resultsUntil(),
                operation.endedAt(),
                operation.shrunkAt() == null ? null : true);
    }
}
