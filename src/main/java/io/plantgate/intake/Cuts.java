package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Places to leave out of an item, as a tree of names. */
final class Cuts {

    private final Map<String, Cuts> children = new HashMap<>();
    private boolean whole;

    private Cuts() {}

    static Cuts of(List<Pointer> places) {
        Cuts root = new Cuts();
        places.forEach(place -> root.add(place.names()));
        return root;
    }

    /** The object's fields without what is cut; an object that is cut into stays, even if nothing is left in it. */
    List<Field> rest(Fields object) {
        List<Field> rest = new ArrayList<>(object.size());
        for (int i = 0; i < object.size(); i++) {
            Field field = object.get(i);
            Cuts cut = children.get(field.name());
            if (cut == null) {
                rest.add(field);
            } else if (!cut.whole) {
                rest.add(new Field(field.name(), cut.inside(field.value())));
            }
        }
        return rest;
    }

    private FieldValue inside(FieldValue value) {
        return value instanceof Fields object ? Fields.of(rest(object)) : value;
    }

    private void add(String[] names) {
        Cuts place = this;
        for (String name : names) {
            place = place.children.computeIfAbsent(name, ignored -> new Cuts());
        }
        place.whole = true;
    }
}
