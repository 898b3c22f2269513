package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.DuplicateNameException;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.ReasonCode;
import java.util.ArrayList;
import java.util.List;

/** Which of an item's fields are payload, and in what form. */
final class PayloadRules {

    private final List<FieldRule> declared;
    private final boolean others;
    private final Cuts cuts;

    /**
     * @param declared the declared fields that are payload
     * @param others whether all fields that are neither declared nor cut are payload too
     * @param cut places that are identity or volatile
     */
    PayloadRules(List<FieldRule> declared, boolean others, List<Pointer> cut) {
        this.declared = List.copyOf(declared);
        this.others = others;
        List<Pointer> all = new ArrayList<>(cut);
        declared.forEach(field -> all.add(field.at()));
        this.cuts = Cuts.of(all);
    }

    /** The payload; a value that is no object is payload as it stands where all others are. */
    FieldValue of(ReadItem item) throws Unreadable {
        boolean object = item.tree() instanceof Fields;
        if (!object && others && declared.isEmpty()) {
            return item.tree();
        }
        List<Field> payload = object && others ? cuts.rest((Fields) item.tree()) : new ArrayList<>();
        for (FieldRule field : declared) {
            FieldValue value = field.typed(field.at().in(item.tree()));
            if (value != null) {
                payload.add(new Field(field.name(), value));
            }
        }
        return sorted(payload);
    }

    private static Fields sorted(List<Field> payload) throws Unreadable {
        try {
            return Fields.of(payload);
        } catch (DuplicateNameException e) {
            throw new Unreadable(
                    ReasonCode.DUPLICATE_KEY,
                    "the profile declares a field '" + e.name()
                            + "' from elsewhere, and the item has one of that name too."
                            + " Choose another name in the profile.");
        }
    }
}
