package io.plantgate.intake;

import io.plantgate.intake.FieldRule.Type;
import io.plantgate.intake.FieldRule.Unit;
import io.plantgate.intake.ProfileTree.At;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code fields} of a profile. */
final class FieldDefinitions {

    private final ProfileTree tree;
    private final FormatChoice format;
    private final Bounds bounds;
    private final Map<String, FieldRule> declared = new TreeMap<>();

    FieldDefinitions(ProfileTree tree, FormatChoice format, Bounds bounds) {
        this.tree = tree;
        this.format = format;
        this.bounds = bounds;
        tree.at("fields").members().forEach((name, at) -> declared.put(name, field(name, at)));
    }

    Collection<FieldRule> declared() {
        return declared.values();
    }

    /** The declared field of that name, or one at the top (or at the pointer) of which nothing is declared. */
    FieldRule named(String name) {
        FieldRule field = declared.get(name);
        if (field != null) {
            return field;
        }
        Pointer at = name.startsWith("/") ? Pointer.of(name) : Pointer.toField(name);
        return new FieldRule(name, at, Type.ANY, null, null, format.decimalComma(), bounds);
    }

    /** True where values of undeclared fields are text whatever they mean. */
    boolean textOnly() {
        return format.textOnly();
    }

    private FieldRule field(String name, At at) {
        String type = at.node().isTextual() ? at.node().asText() : at.text("type", "text");
        Unit unit = at.get("unit").isThere() ? unit(at.get("unit")) : null;
        if (unit != null && !type.equals("number")) {
            tree.refuse(
                    at.get("unit").pointer(), "field " + name + " has a unit and is " + type + "; expected: number");
        }
        boolean placed = at.node().has("at") || at.node().has("column");
        Place place = placed ? tree.place(at) : new Place.InItem(Pointer.toField(name));
        return new FieldRule(
                name,
                ((Place.InItem) place).pointer(),
                Type.valueOf(type.toUpperCase(Locale.ROOT)),
                unit,
                ProfileReader.zone(tree, at),
                format.decimalComma(),
                bounds);
    }

    private static Unit unit(At at) {
        BigDecimal factor = at.node().path("factor").decimalValue();
        BigDecimal offset = at.node().has("offset") ? at.node().get("offset").decimalValue() : BigDecimal.ZERO;
        return new Unit(at.text("from", ""), at.text("to", ""), factor, offset);
    }
}
