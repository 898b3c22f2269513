package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Null;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.ReasonCode;
import io.plantgate.event.Scan;
import io.plantgate.event.ScanWords;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The fields of one scan. What is wrong is refused with the field's name and place. */
record ScanFields(ReadItem item, Map<String, Pointer> places) {

    // The largest symbols: 7,089 digits in a QR Code (ISO/IEC 18004), 3,116 in a Data Matrix (ISO/IEC 16022).
    private static final int BARCODE_CHARS_MAX = 7_089;
    private static final int TEXT_CHARS_MAX = 200;

    /** The code as read: text, because a number has lost its leading zeros. */
    String barcode() throws Unreadable {
        FieldValue value = value("scan_barcode");
        if (value == null || value instanceof Null) {
            throw refusal("scan_barcode", "is missing, expected is the code as read");
        }
        if (!(value instanceof Text text)) {
            throw refusal("scan_barcode", "is no text; a number has lost its leading zeros. Send it in quotes");
        }
        if (IdentityPart.isBlank(text.value())) {
            throw refusal("scan_barcode", "is blank, expected is the code as read");
        }
        if (text.value().length() > BARCODE_CHARS_MAX) {
            throw refusal(
                    "scan_barcode",
                    "has " + text.value().length() + " characters, at most " + BARCODE_CHARS_MAX + " are allowed");
        }
        return text.value();
    }

    /** A text or a number of digits; null where it is missing, null or blank. */
    String text(String field) throws Unreadable {
        FieldValue value = value(field);
        if (value == null || value instanceof Null) {
            return null;
        }
        if (value instanceof Decimal number) {
            return number.literal();
        }
        if (!(value instanceof Text text)) {
            throw refusal(field, "is neither text nor a number");
        }
        return IdentityPart.isBlank(text.value()) ? null : bounded(field, text.value());
    }

    /** One of these words; null where it is missing. */
    String word(String field, List<String> words) throws Unreadable {
        String text = text(field);
        if (text != null && !words.contains(text)) {
            throw refusal(field, "is '" + text + "', expected is one of " + String.join(", ", words));
        }
        return text;
    }

    String required(String field, List<String> words) throws Unreadable {
        String text = word(field, words);
        if (text == null) {
            throw refusal(field, "is missing, expected is one of " + String.join(", ", words));
        }
        return text;
    }

    Scan scan(Scan.Key key, Scan.Code code, String action, Instant captureTime) throws Unreadable {
        return new Scan(
                key,
                code,
                action,
                word("action_source", ScanWords.SOURCES),
                new Scan.Binding(text("bind_sn"), text("bind_lot"), text("bind_station"), text("work_order")),
                new Scan.Device(
                        text("device_id"),
                        word("device_type", ScanWords.DEVICE_TYPES),
                        text("device_model"),
                        text("scan_session_id")),
                new Scan.Place(text("site_id"), text("workshop_id"), text("line_id"), text("station_id")),
                new Scan.Operator(text("operator_id"), text("operator_name")),
                captureTime);
    }

    private FieldValue value(String field) {
        return places.get(field).in(item.tree());
    }

    private String bounded(String field, String text) throws Unreadable {
        if (text.length() > TEXT_CHARS_MAX) {
            throw refusal(field, "has " + text.length() + " characters, at most " + TEXT_CHARS_MAX + " are allowed");
        }
        if (text.codePoints().anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            throw refusal(field, "holds a control character");
        }
        return text.strip();
    }

    private Unreadable refusal(String field, String what) {
        return new Unreadable(
                ReasonCode.FIELD_TYPE, "field " + field + " at " + places.get(field) + " " + what + ".", field);
    }
}
