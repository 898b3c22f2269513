package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Null;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.IdentityPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What fields say, whatever format they came in. One that is null, blank, or an object of such fields says as little as one that
 * is left out: a file cannot leave a column out, and a client's library may write what it does not know as null. One that is
 * read as text is text without outer blanks, in quotes or not.
 */
final class Said {

    private static final Said ANYTHING = new Said();

    private final Map<String, Said> inside = new HashMap<>();
    private boolean text;

    private Said() {}

    /** @param texts where the fields stand that are read as text */
    static Said with(Collection<Pointer> texts) {
        Said root = new Said();
        for (Pointer place : texts) {
            Said at = root;
            for (String name : place.names()) {
                at = at.inside.computeIfAbsent(name, any -> new Said());
            }
            at.text = true;
        }
        return root;
    }

    /** The fields that say something. */
    List<Field> in(List<Field> fields) {
        List<Field> said = new ArrayList<>(fields.size());
        for (Field field : fields) {
            FieldValue value = inside.getOrDefault(field.name(), ANYTHING).of(field.value());
            if (value != null) {
                said.add(value == field.value() ? field : new Field(field.name(), value));
            }
        }
        return said;
    }

    private FieldValue of(FieldValue value) {
        if (value instanceof Null || value instanceof Text blank && IdentityPart.isBlank(blank.value())) {
            return null;
        }
        if (value instanceof Fields object) {
            List<Field> said = in(object.list());
            return said.isEmpty() ? null : Fields.of(said);
        }
        if (value instanceof Items items) {
            return inItsPlace(items);
        }
        return text ? asText(value) : value;
    }

    private static FieldValue asText(FieldValue value) {
        if (value instanceof Decimal number) {
            return new Text(number.literal());
        }
        return value instanceof Text sent ? new Text(sent.value().strip()) : value;
    }

    // Where places count, what says nothing still has its place.
    private static FieldValue inItsPlace(Items items) {
        return new Items(items.values().stream()
                .map(item -> Objects.requireNonNullElse(ANYTHING.of(item), FieldValue.NULL))
                .toList());
    }
}
