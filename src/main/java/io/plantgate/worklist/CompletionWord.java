package io.plantgate.worklist;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * One word of a person about an arrival without an identity.
 *
 * @param supplied JSON object of the identity parts that the person supplied
 * @param decision what the arrival then turned out to be
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CompletionWord(
        long arrivalId,
        String completedBy,
        String reason,
        Instant completedAt,
        @JsonRawValue String supplied,
        String decision,
        long canonicalId) {}
