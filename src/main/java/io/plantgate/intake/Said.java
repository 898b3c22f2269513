package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Null;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.IdentityPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What fields say. One that is null, blank, or an object of such fields says as little as one that is left out: a file cannot
 * leave a column out, and a client's library may write what it does not know as null.
 */
final class Said {

    private Said() {}

    /** The fields that say something. */
    static List<Field> in(List<Field> fields) {
        List<Field> said = new ArrayList<>(fields.size());
        for (Field field : fields) {
            FieldValue value = of(field.value());
            if (value != null) {
                said.add(value == field.value() ? field : new Field(field.name(), value));
            }
        }
        return said;
    }

    private static FieldValue of(FieldValue value) {
        if (value instanceof Null || value instanceof Text text && IdentityPart.isBlank(text.value())) {
            return null;
        }
        if (value instanceof Fields object) {
            List<Field> said = in(object.list());
            return said.isEmpty() ? null : Fields.of(said);
        }
        return value instanceof Items items ? inItsPlace(items) : value;
    }

    // Where places count, what says nothing still has its place.
    private static FieldValue inItsPlace(Items items) {
        return new Items(items.values().stream()
                .map(item -> Objects.requireNonNullElse(of(item), FieldValue.NULL))
                .toList());
    }
}
