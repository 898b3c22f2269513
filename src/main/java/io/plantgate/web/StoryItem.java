package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/** A work item about an event, with each word of a person; the newest stands first. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoryItem(
        long workItemId,
        String payloadHash,
        Instant openedAt,
        String outcome,
        Long newEventId,
        String settledBy,
        String reason,
        Instant settledAt) {}
