package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** What devices say, as numbers, truth values and texts. */
final class PlainValues {

    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int DIGITS_MAX = 40;

    private PlainValues() {}

    /** Empty if it is neither number, truth value nor text; NaN is no number. */
    static Optional<JsonNode> of(Object value) {
        if (value instanceof Boolean truth) {
            return Optional.of(BooleanNode.valueOf(truth));
        }
        if (value instanceof String text) {
            return Optional.of(TextNode.valueOf(text));
        }
        return value instanceof Number number ? number(number) : Optional.empty();
    }

    private static Optional<JsonNode> number(Number number) {
        try {
            // The text of a float is the shortest decimal that means it: 1.1, and not 1.10000002384185791015625.
            return Optional.of(of(new BigDecimal(number.toString())));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whole numbers without a decimal point. */
    static JsonNode of(BigDecimal value) {
        BigDecimal plain = value.stripTrailingZeros();
        return isLong(plain) ? LongNode.valueOf(plain.longValueExact()) : DecimalNode.valueOf(plain);
    }

    private static boolean isLong(BigDecimal plain) {
        return plain.scale() <= 0
                && plain.precision() - plain.scale() <= DIGITS_MAX
                && plain.toBigInteger().abs().compareTo(LONG_MAX) <= 0;
    }
}
