package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;

/** Looks for characters that cannot be shown as they are: controls but tab and line end, and lone surrogates. */
final class Controls {

    private Controls() {}

    static boolean in(FieldValue value) {
        if (value instanceof Text text) {
            return in(text.value());
        }
        if (value instanceof Fields fields) {
            for (int i = 0; i < fields.size(); i++) {
                if (in(fields.get(i).name()) || in(fields.get(i).value())) {
                    return true;
                }
            }
            return false;
        }
        return value instanceof Items items && items.values().stream().anyMatch(Controls::in);
    }

    private static boolean in(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' && c != '\t' && c != '\n' && c != '\r' || c >= 0x7F && c < 0xA0 || Character.isSurrogate(c)) {
                if (!Character.isSurrogate(c) || !isPair(text, i)) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private static boolean isPair(String text, int high) {
        return high + 1 < text.length() && Character.isSurrogatePair(text.charAt(high), text.charAt(high + 1));
    }
}
