package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * The canonical arrival of an event.
 *
 * @param payloadHash hex SHA-256; its first four bytes where nothing more is kept
 * @param evidence {@code COMPACT} where only a sequence's block knows of it: number, time, id and digest, neither bytes nor how
 *     they came; null where it has a row
 * @param completedBy who gave it its identity, if a person did
 * @param supplied JSON object of the identity parts that the person supplied
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoryEvent(
        long canonicalId,
        String source,
        String device,
        String transitionId,
        String bootId,
        String sourceTime,
        Instant arrivalAt,
        Instant recordedAt,
        String evidence,
        String inlet,
        String node,
        String credential,
        boolean late,
        Long recurrenceOf,
        @JsonRawValue String flags,
        String profile,
        String profileDigest,
        Integer canonVersion,
        String payloadHash,
        String rawHash,
        Long rawBytes,
        String completedBy,
        Instant completedAt,
        String completionReason,
        @JsonRawValue String supplied) {}
