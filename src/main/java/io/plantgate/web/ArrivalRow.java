package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * One stored arrival without its bytes, as it was first decided.
 *
 * @param completedAs what it turned out to be once a person had completed or released it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ArrivalRow(
        long arrivalId,
        String decision,
        String reason,
        String reasonDetail,
        Long canonicalId,
        String source,
        String device,
        String transitionId,
        String bootId,
        String sourceTime,
        Instant arrivalAt,
        Instant recordedAt,
        String inlet,
        String node,
        String credential,
        boolean late,
        Long recurrenceOf,
        Long workItemId,
        @JsonRawValue String flags,
        String profile,
        String profileDigest,
        Integer canonVersion,
        String payloadHash,
        String rawHash,
        long rawBytes,
        Long importId,
        Long importRow,
        @JsonRawValue String facts,
        String completedAs,
        Long completedCanonicalId,
        String completedBy,
        Instant completedAt,
        String completionReason,
        @JsonRawValue String supplied) {}
