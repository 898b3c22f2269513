package io.plantgate.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.plantgate.event.CanonicalForm;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import io.plantgate.event.RawBytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What an operation asks for, with the digest that says whether two ask for the same: SHA-256 over the canonical form of
 * target, command and parameters. Validity, reason and what is replaced are not part of it.
 *
 * @param canonBytes length of the canonical form
 */
record OperationPayload(JsonNode parameters, byte[] digest, short canonVersion, int canonBytes) {

    // Texts are kept as JSON in ASCII: PostgreSQL takes neither U+0000 nor lone surrogates.
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    // As far as the canonical form takes them: nine digits.
    private static final long EXPONENT_MAX = 999_999_999;

    private static final int RESULT_CHARS_MAX = 65_536;

    static OperationPayload of(String target, String command, JsonNode parameters) {
        JsonNode given = parameters == null || parameters.isNull() || parameters.isMissingNode()
                ? JsonNodeFactory.instance.objectNode()
                : parameters;
        byte[] form = CanonicalForm.of(Fields.of(List.of(
                new Field("target", new Text(target)),
                new Field("command", new Text(command)),
                new Field("parameters", value(given)))));
        return new OperationPayload(given, RawBytes.sha256(form), CanonicalForm.VERSION, form.length);
    }

    String digestHex() {
        return HexFormat.of().formatHex(digest);
    }

    String text() {
        return write(parameters);
    }

    static String write(Object tree) {
        try {
            return tree == null ? null : JSON.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A JSON tree cannot be written.", e);
        }
    }

    /** A device's result, or what it was like if it is too long to be kept; null stays null. */
    static JsonNode bounded(JsonNode result) {
        String text = write(result);
        return text == null || text.length() <= RESULT_CHARS_MAX
                ? result
                : JSON.createObjectNode()
                        .put("tooLong", text.length())
                        .put(
                                "sha256",
                                HexFormat.of().formatHex(RawBytes.sha256(text.getBytes(StandardCharsets.US_ASCII))));
    }

    static JsonNode read(String text) {
        try {
            return text == null ? JsonNodeFactory.instance.objectNode() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("What was kept is not JSON.", e);
        }
    }

    private static FieldValue value(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> Fields.of(fields(node));
            case ARRAY -> new Items(items(node));
            case NUMBER -> new Decimal(node.decimalValue().toString());
            case BOOLEAN -> new Truth(node.booleanValue());
            case STRING -> new Text(node.textValue());
            default -> FieldValue.NULL;
        };
    }

    /** Whether any number in it has an exponent of more than nine digits, for which there is no canonical form. */
    static boolean hasFarExponent(JsonNode node) {
        if (node == null || !node.isContainerNode()) {
            return node != null && node.isNumber() && Math.abs(exponent(node.decimalValue())) > EXPONENT_MAX;
        }
        for (JsonNode part : node) {
            if (hasFarExponent(part)) {
                return true;
            }
        }
        return false;
    }

    private static long exponent(BigDecimal number) {
        return (long) number.precision() - number.scale() - 1;
    }

    private static List<Field> fields(JsonNode node) {
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            fields.add(new Field(field.getKey(), value(field.getValue())));
        }
        return fields;
    }

    private static List<FieldValue> items(JsonNode node) {
        List<FieldValue> items = new ArrayList<>();
        node.forEach(item -> items.add(value(item)));
        return items;
    }
}
