package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Null;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.ReasonCode;
import java.math.BigDecimal;
import java.time.ZoneId;

/**
 * A declared field: what it holds, so that every format writes it alike.
 *
 * @param name its name in the payload
 * @param at where it stands in the item
 * @param unit conversion to the canonical unit, or null
 * @param zone of times that name none, or null
 * @param decimalComma how this format writes numbers in text
 */
record FieldRule(String name, Pointer at, Type type, Unit unit, ZoneId zone, boolean decimalComma, Bounds bounds) {

    /** What a field holds. */
    enum Type {
        TEXT,
        NUMBER,
        BOOLEAN,
        TIME,
        ANY
    }

    /**
     * A linear conversion in exact decimals.
     *
     * @param to name of the canonical unit, for people
     */
    record Unit(String from, String to, BigDecimal factor, BigDecimal offset) {
        Decimal convert(Decimal number) {
            BigDecimal converted =
                    new BigDecimal(number.literal()).multiply(factor).add(offset);
            return new Decimal(converted.toString());
        }
    }

    /** The value in its one form; null where it is missing, null or, but for text, blank. */
    FieldValue typed(FieldValue sent) throws Unreadable {
        if (sent == null || sent instanceof Null) {
            return null;
        }
        if (type == Type.ANY) {
            return sent;
        }
        if (type != Type.TEXT && sent instanceof Text text && IdentityPart.isBlank(text.value())) {
            return null;
        }
        return switch (type) {
            case NUMBER -> number(sent);
            case BOOLEAN -> truth(sent);
            case TIME -> time(sent);
            default -> text(sent);
        };
    }

    private FieldValue number(FieldValue sent) throws Unreadable {
        Decimal number = sent instanceof Decimal decimal ? decimal : numberIn(sent);
        return unit == null ? number : unit.convert(number);
    }

    private Decimal numberIn(FieldValue sent) throws Unreadable {
        if (sent instanceof Text text) {
            String literal = Numbers.literal(text.value().strip(), decimalComma).orElse(null);
            if (literal != null) {
                return Numbers.bounded(literal, bounds);
            }
        }
        throw refusal(sent, decimalComma ? "a number with a decimal comma" : "a number with a decimal point");
    }

    private FieldValue truth(FieldValue sent) throws Unreadable {
        if (sent instanceof Truth) {
            return sent;
        }
        String text = sent instanceof Text sentText ? sentText.value() : "";
        if (!text.equals("true") && !text.equals("false")) {
            throw refusal(sent, "true or false");
        }
        return new Truth(text.equals("true"));
    }

    private FieldValue time(FieldValue sent) throws Unreadable {
        if (sent instanceof Text text) {
            return new Text(TimeText.read(text.value(), zone).canonical());
        }
        throw refusal(sent, "a time as text");
    }

    private FieldValue text(FieldValue sent) throws Unreadable {
        if (sent instanceof Text) {
            return sent;
        }
        throw refusal(sent, "text");
    }

    private Unreadable refusal(FieldValue sent, String expected) {
        String found = sent instanceof Text text
                ? "'" + text.value() + "'"
                : sent.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        return new Unreadable(
                ReasonCode.FIELD_TYPE,
                "field " + name + " at " + at + " is " + found + ", declared is " + expected
                        + ". Correct the source, or its type in the profile.",
                name);
    }
}
