package io.plantgate.sequence.flink;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Serializable;

/**
 * Reads a sample from a JSON object. A number is digits, in quotes or not; what is negative, fractional, textual or
 * missing is a fault that is kept, never a number on a guess.
 *
 * @param entity JSON Pointer of the entity
 * @param number JSON Pointer of the number
 * @param generation JSON Pointer of the restart generation, or empty for sources without
 */
public record SampleFormat(String entity, String number, String generation) implements Serializable {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int DIGITS_MAX = 18;

    Sample read(byte[] raw) {
        try {
            return read(JSON.readTree(raw), raw);
        } catch (IOException e) {
            return Sample.faulty(raw, "MALFORMED");
        }
    }

    private Sample read(JsonNode object, byte[] raw) {
        String who = text(object.at(JsonPointer.compile(entity)));
        String digits = text(object.at(JsonPointer.compile(number)));
        String boot = generation.isEmpty() ? "" : text(object.at(JsonPointer.compile(generation)));
        if (who.isBlank()) {
            return Sample.faulty(raw, "MISSING_SOURCE");
        }
        if (digits.isBlank()) {
            return Sample.faulty(raw, "MISSING_SEQUENCE_NUMBER");
        }
        if (!generation.isEmpty() && boot.isBlank()) {
            return Sample.faulty(raw, "MISSING_BOOT_ID");
        }
        boolean plain = digits.length() <= DIGITS_MAX && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return plain ? new Sample(who, boot, Long.parseLong(digits), raw) : Sample.faulty(raw, "IDENTITY_NOT_DIGITS");
    }

    private static String text(JsonNode node) {
        return node.isTextual() || node.isNumber() ? node.asText() : "";
    }
}
