package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import java.util.Arrays;

/** A place inside an item, written as a JSON Pointer (RFC 6901), whatever the item's format. */
final class Pointer {

    private final String text;
    private final String[] names;

    private Pointer(String text, String[] names) {
        this.text = text;
        this.names = names;
    }

    /** @param text empty for the whole item, else it starts with a slash */
    static Pointer of(String text) {
        String[] names = text.isEmpty() ? new String[0] : text.substring(1).split("/", -1);
        return new Pointer(text, Arrays.stream(names).map(Pointer::unescape).toArray(String[]::new));
    }

    /** The place of a field at the top, a CSV column for example. */
    static Pointer toField(String name) {
        return of("/" + escape(name));
    }

    static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    String[] names() {
        return names;
    }

    /** The value there, or null. */
    FieldValue in(FieldValue item) {
        FieldValue value = item;
        for (String name : names) {
            value = step(value, name);
            if (value == null) {
                return null;
            }
        }
        return value;
    }

    private static FieldValue step(FieldValue value, String name) {
        if (value instanceof Fields fields) {
            return fields.valueOf(name);
        }
        if (value instanceof Items items && name.matches("0|[1-9][0-9]{0,8}")) {
            int index = Integer.parseInt(name);
            return index < items.values().size() ? items.values().get(index) : null;
        }
        return null;
    }

    private static String unescape(String name) {
        return name.replace("~1", "/").replace("~0", "~");
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "the whole item" : text;
    }
}
