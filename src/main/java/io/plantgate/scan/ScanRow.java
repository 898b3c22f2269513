package io.plantgate.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/** One scan as it stands now; names are those of the columns of {@code scan_event}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ScanRow(
        @JsonProperty("eventId") long eventId,
        Instant eventTime,
        String scanBarcode,
        String barcodeType,
        String bindSn,
        String bindLot,
        String bindStation,
        String workOrder,
        String scanAction,
        String actionSource,
        String scanResult,
        String resultCode,
        String resultMessage,
        String deviceId,
        String deviceType,
        String deviceModel,
        String scanSessionId,
        String operatorId,
        String operatorName,
        String siteId,
        String workshopId,
        String lineId,
        String stationId,
        Instant captureTime,
        boolean clockSuspect,
        String channel,
        String idempotencyKey,
        String keyRecipe,
        String dedupStatus,
        String processingStatus,
        String createdBy,
        String updatedBy,
        Instant createdAt,
        Instant updatedAt,
        String barcodeDoubt) {}
