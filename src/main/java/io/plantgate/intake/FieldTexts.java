package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import io.plantgate.event.VisibleText;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Payload fields as text for people: one line a value, nested ones by path, in the order of names. */
final class FieldTexts {

    private static final int CHARS_MAX = 2_000;

    private final Map<String, String> texts = new TreeMap<>();

    private FieldTexts() {}

    static Map<String, String> of(FieldValue payload) {
        FieldTexts fields = new FieldTexts();
        fields.add("", payload);
        return Collections.unmodifiableMap(fields.texts);
    }

    private void add(String path, FieldValue value) {
        if (value instanceof Fields object && object.size() > 0) {
            object.list().forEach(field -> add(join(path, field.name()), field.value()));
        } else if (value instanceof Items items && !items.values().isEmpty()) {
            for (int i = 0; i < items.values().size(); i++) {
                add(join(path, Integer.toString(i)), items.values().get(i));
            }
        } else {
            texts.put(VisibleText.of(path, CHARS_MAX), VisibleText.of(text(value), CHARS_MAX));
        }
    }

    private static String join(String path, String name) {
        String escaped = Pointer.escape(name);
        return path.isEmpty() ? escaped : path + "/" + escaped;
    }

    private static String text(FieldValue value) {
        if (value instanceof Text text) {
            return text.value();
        }
        if (value instanceof Decimal number) {
            return number.literal();
        }
        if (value instanceof Truth truth) {
            return Boolean.toString(truth.value());
        }
        return value instanceof Fields ? "{}" : value instanceof Items ? "[]" : "null";
    }
}
