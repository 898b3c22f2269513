package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One try to deliver an effect, or to ask the target about it.
 *
 * @param purpose SEND or QUERY
 * @param repeat true if an earlier send may have done it
 * @param outcome null while its worker is at it, or if that never came back
 * @param answer what the target said, cut and without secrets
 * @param requestDigest hex SHA-256 of the message
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AttemptRow(
        long attemptId,
        long effectId,
        int attemptNo,
        String purpose,
        boolean repeat,
        String channel,
        int kindVersion,
        String worker,
        Instant claimedAt,
        Instant endedAt,
        Integer durationMs,
        String outcome,
        String reason,
        String answerStatus,
        String answer,
        String reference,
        String requestDigest) {}
