package io.plantgate.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * A repeat or a contradiction of a scan.
 *
 * @param dedupStatus duplicate or conflict
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ScanArrival(
        long arrivalId,
        String dedupStatus,
        Instant arrivalAt,
        Instant recordedAt,
        String inlet,
        String node,
        String credential,
        String payloadHash) {}
