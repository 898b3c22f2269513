package io.plantgate.sequence.flink;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/**
 * Reads a sample from a JSON object. A number is digits, in quotes or not; what is negative, fractional, textual or
 * missing is a fault that is kept, never a number on a guess. Names are read as the gateway reads them.
 *
 * @param entity JSON Pointer of the entity
 * @param number JSON Pointer of the number
 * @param generation JSON Pointer of the restart generation, or empty for sources without
 */
public record SampleFormat(String entity, String number, String generation) implements Serializable {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    // Every number of so many digits fits a long.
    private static final int DIGITS_MAX = 18;

    Sample read(byte[] raw) {
        try {
            return read(JSON.readTree(raw), raw);
        } catch (IOException e) {
            return Sample.faulty(raw, "MALFORMED");
        }
    }

    private Sample read(JsonNode object, byte[] raw) {
        String who = text(object, entity);
        String digits = text(object, number);
        String boot = generation.isEmpty() ? "" : text(object, generation);
        return fault(who, digits, boot)
                .map(fault -> Sample.faulty(raw, fault.name()))
                .orElseGet(() -> new Sample(who, boot, Long.parseLong(digits), raw));
    }

    private Optional<ReasonCode> fault(String who, String digits, String boot) {
        if (IdentityPart.isBlank(who)) {
            return Optional.of(ReasonCode.MISSING_SOURCE);
        }
        if (IdentityPart.isBlank(digits)) {
            return Optional.of(ReasonCode.MISSING_SEQUENCE_NUMBER);
        }
        if (!generation.isEmpty() && IdentityPart.isBlank(boot)) {
            return Optional.of(ReasonCode.MISSING_BOOT_ID);
        }
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(ReasonCode.IDENTITY_NOT_DIGITS);
        }
        if (digits.length() > DIGITS_MAX) {
            return Optional.of(ReasonCode.SEQUENCE_NUMBER_OUT_OF_RANGE);
        }
        return IdentityPart.SOURCE
                .refusal(who)
                .or(() -> IdentityPart.BOOT_ID.refusal(boot))
                .map(Reason::code);
    }

    private static String text(JsonNode object, String pointer) {
        JsonNode node = object.at(JsonPointer.compile(pointer));
        return node.isTextual() || node.isNumber() ? IdentityPart.normalise(node.asText()) : "";
    }
}
