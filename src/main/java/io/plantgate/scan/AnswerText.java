package io.plantgate.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.plantgate.event.Scan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The body of a scan's answer. It is made of what the scan's row holds and nothing else, so that it can be made again once its
 * copy has expired.
 */
@JsonPropertyOrder({"eventId"})
@JsonInclude(JsonInclude.Include.NON_NULL)
record AnswerText(
        @com.fasterxml.jackson.annotation.JsonProperty("eventId")
        long eventId,

        String dedupStatus,
        String processingStatus,
        String scanResult,
        String resultCode,
        String resultMessage,
        String scanBarcode,
        String barcodeDoubt,
        String scanAction,
        String bindSn,
        String bindLot,
        String bindStation,
        String workOrder,
        String idempotencyKey,
        boolean keyDerived,
        String keyRecipe,
        Long keyResolutionMs,
        Boolean keyTruncated,
        String captureTime,
        String eventTime) {

    private static final int CREATED = 201;
    // Its own mapper: a setting of the site must not change a byte of what was answered.
    private static final ObjectWriter WRITER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build()
            .writerFor(AnswerText.class);

    static StoredAnswer of(long scanId, Scan scan, Scan.Binding binding, Result result, Instant eventTime) {
        Scan.Key key = scan.key();
        return new StoredAnswer(
                CREATED,
                bytes(new AnswerText(
                        scanId,
                        "accepted",
                        result.status(),
                        result.word(),
                        result.code(),
                        result.message(),
                        scan.code().raw(),
                        scan.code().doubt(),
                        scan.action(),
                        binding.sn(),
                        binding.lot(),
                        binding.station(),
                        binding.workOrder(),
                        key.text(),
                        key.derived(),
                        key.recipe(),
                        key.derived() ? key.resolutionMillis() : null,
                        key.derived() ? key.truncated() : null,
                        scan.captureTime() == null
                                ? null
                                : scan.captureTime()
                                        .truncatedTo(ChronoUnit.MICROS)
                                        .toString(),
                        eventTime.toString())));
    }

    private static byte[] bytes(AnswerText text) {
        try {
            return WRITER.writeValueAsBytes(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer of texts and numbers cannot be written", e);
        }
    }
}
