package io.plantgate.delivery.plc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.operation.DeviceWord;
import java.io.IOException;
import java.util.Optional;

/**
 * What a device says on its answers topic: a JSON object with {@code operationId} and {@code state}, and perhaps
 * {@code digest}, {@code code}, {@code detail}, {@code result}; or {@code requestId} and {@code values}.
 */
record MqttAnswer(JsonNode body) {

    private static final int TEXT_CHARS_MAX = 200;
    // No number of a device passes through a binary fraction.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

    /** Empty if these bytes are no JSON object. */
    static Optional<MqttAnswer> of(byte[] bytes) {
        try {
            return Optional.of(JSON.readTree(bytes)).filter(JsonNode::isObject).map(MqttAnswer::new);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static byte[] bytes(JsonNode body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    Optional<String> operationId() {
        return text("operationId");
    }

    Optional<String> requestId() {
        return text("requestId");
    }

    /** What it says about an operation; empty if that is no state that this page knows. */
    Optional<DeviceWord> word() {
        String code = text("code").orElse("");
        String evidence = "answered state \"%s\"%s%s"
                .formatted(
                        text("state").orElse(""),
                        in(", code ", code),
                        in(", ", text("detail").orElse("")));
        return Optional.ofNullable(
                switch (text("state").orElse("")) {
                    case "accepted" -> new DeviceWord.Accepted(text("reference").orElse(""), evidence);
                    case "done" -> new DeviceWord.Done(body.path("result"), evidence);
                    case "refused" -> new DeviceWord.Refused(code, evidence);
                    case "failed" -> new DeviceWord.Failed(code, evidence);
                    case "unknown" -> new DeviceWord.Nothing(evidence);
                    default -> null;
                });
    }

    /** Of what it speaks of, if it says so. */
    Optional<String> digest() {
        return text("digest");
    }

    /** Whether it names a digest, and that of something else. */
    boolean isAboutAnother(String digest) {
        return digest().filter(said -> !said.equalsIgnoreCase(digest)).isPresent();
    }

    private static String in(String before, String text) {
        return text.isEmpty() ? "" : before + text;
    }

    private Optional<String> text(String key) {
        String text = body.path(key).asText("");
        return Optional.of(text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text)
                .filter(one -> !one.isBlank());
    }
}
