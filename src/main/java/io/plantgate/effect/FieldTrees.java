package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Payload fields as JSON for templates. */
final class FieldTrees {

    // Exact: a number goes out as it came in.
    private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

    private FieldTrees() {}

    static JsonNode of(FieldValue value) {
        if (value instanceof Fields fields) {
            ObjectNode object = NODES.objectNode();
            for (Field field : fields.list()) {
                object.set(field.name(), of(field.value()));
            }
            return object;
        }
        if (value instanceof Items items) {
            ArrayNode array = NODES.arrayNode();
            items.values().forEach(item -> array.add(of(item)));
            return array;
        }
        if (value instanceof Text text) {
            return NODES.textNode(text.value());
        }
        if (value instanceof Truth truth) {
            return NODES.booleanNode(truth.value());
        }
        return value instanceof Decimal decimal ? number(decimal.literal()) : NODES.nullNode();
    }

    private static JsonNode number(String literal) {
        if (!literal.matches("-?[0-9]+")) {
            return NODES.numberNode(new BigDecimal(literal));
        }
        BigInteger integer = new BigInteger(literal);
        return integer.bitLength() < Long.SIZE ? NODES.numberNode(integer.longValue()) : NODES.numberNode(integer);
    }
}
