package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.OperationState;
import java.time.Instant;
import java.util.UUID;

/**
 * An operation as its asker sees it; never its parameters.
 *
 * @param pending true before any outcome
 * @param resultId the same in every answer about this operation
 * @param replaces operationId of the operation whose place it takes
 * @param replacesClient whose that is, if not the same client's
 * @param similarTo operationId of another operation that asked for the same shortly before: perhaps one intent under two names
 * @param similarToClient whose that is, if not the same client's
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
        String replaces,
        String replacesClient,
        String similarTo,
        String similarToClient,
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
                id(operation.replaces()),
                client(operation, operation.replaces()),
                id(operation.similarTo()),
                client(operation, operation.similarTo()),
                operation.askedBy(),
                operation.door(),
                operation.receivedAt(),
                operation.validUntil(),
                operation.replayUntil(),
                operation.resultsUntil(),
                operation.endedAt(),
                operation.shrunkAt() == null ? null : true);
    }

    private static String id(Name other) {
        return other == null ? null : other.operationId();
    }

    private static String client(Operation operation, Name other) {
        return other == null || other.client().equals(operation.client()) ? null : other.client();
    }
}
