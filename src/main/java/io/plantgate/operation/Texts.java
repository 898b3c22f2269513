package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.event.VisibleText;
import java.util.Iterator;
import java.util.stream.StreamSupport;

/** Texts of devices and people, as PostgreSQL can keep them and a log can show them. */
final class Texts {

    private Texts() {}

    /** The same without NUL, which PostgreSQL keeps in no text; null stays null. */
    static String storable(String text) {
        return text == null ? null : text.replace('\0', '\uFFFD');
    }

    /** The same, visible and cut; null stays null. */
    static String kept(String text, int charsMax) {
        return text == null ? null : VisibleText.of(text, charsMax);
    }

    /** False if a name or a text anywhere inside holds what PostgreSQL's jsonb refuses. */
    static boolean canBeKept(JsonNode node) {
        if (node == null || node.isValueNode()) {
            return node == null || !node.isTextual() || canBeKept(node.textValue());
        }
        boolean names = true;
        for (Iterator<String> name = node.fieldNames(); name.hasNext(); ) {
            names &= canBeKept(name.next());
        }
        return names && StreamSupport.stream(node.spliterator(), false).allMatch(Texts::canBeKept);
    }

    private static boolean canBeKept(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
    }
}
