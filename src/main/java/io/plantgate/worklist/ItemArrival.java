package io.plantgate.worklist;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * An arrival behind an item.
 *
 * @param decision its first decision
 * @param completedAs what it turned out to be once a person had completed it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemArrival(
        long arrivalId,
        Instant arrivalAt,
        Instant recordedAt,
        String inlet,
        String source,
        String transitionId,
        String bootId,
        String decision,
        String reason,
        String reasonDetail,
        String rawHash,
        String payloadHash,
        String completedAs,
        Long canonicalId) {}
