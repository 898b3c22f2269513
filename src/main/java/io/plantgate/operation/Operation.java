package io.plantgate.operation;

import java.time.Instant;
import java.util.UUID;

/**
 * An operation as it stands; without its parameters, which nobody is shown.
 *
 * @param digest hex SHA-256 of the canonical form of target, command and parameters
 * @param resultId the same in every answer about this operation
 * @param result what the device gave back, as JSON, or null
 * @param resultDigest hex SHA-256 of the result
 * @param code why, in a word for machines; null if nothing needs explaining
 * @param reason why, in words for people
 * @param replaces the operation whose place it takes
 * @param similarTo another that asked for the same shortly before
 * @param shrunkAt not null: only a tombstone is left
 */
public record Operation(
        long operationKey,
        String client,
        String operationId,
        String target,
        String command,
        OperationState state,
        String digest,
        int canonVersion,
        int canonBytes,
        String door,
        String askedBy,
        Instant receivedAt,
        Instant validUntil,
        Instant replayUntil,
        Instant resultsUntil,
        int approvalsNeeded,
        int attempts,
        Integer operationNumber,
        UUID resultId,
        String result,
        String resultDigest,
        String deviceReference,
        String code,
        String reason,
        OperationRequest.Name replaces,
        OperationRequest.Name similarTo,
        Instant endedAt,
        Instant shrunkAt) {

    public boolean pending() {
        return state.pending();
    }

    public OperationRequest.Name name() {
        return new OperationRequest.Name(client, operationId);
    }
}
