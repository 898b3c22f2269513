package io.plantgate.intake;

import io.plantgate.event.CanonicalForm;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.FieldRule.Type;
import io.plantgate.intake.ProfileTree.At;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Reads {@code payload} of a profile, and digests all that decides a payload's hash. */
final class PayloadDefinition {

    private final boolean others;
    private final List<FieldRule> chosen;
    private final List<Pointer> cut;

    /** @param identity places in the item that are identity */
    PayloadDefinition(ProfileTree tree, FieldDefinitions fields, List<Pointer> identity) {
        At choice = tree.at("payload").get("fields");
        List<Pointer> away = new ArrayList<>(identity);
        tree.at("payload")
                .get("volatile")
                .items()
                .forEach(at -> away.add(Pointer.of(at.node().asText())));
        List<String> places = away.stream().map(Pointer::toString).toList();
        this.others = !choice.node().isArray();
        this.chosen = others
                ? fields.declared().stream()
                        .filter(field -> !places.contains(field.at().toString()))
                        .toList()
                : choice.items().stream()
                        .map(at -> fields.named(at.node().asText()))
                        .toList();
        this.cut = away;
        chosen.stream()
                .filter(field -> places.contains(field.at().toString()))
                .forEach(field -> tree.refuse(
                        choice.pointer(),
                        "payload.fields names '" + field.name() + "', which is identity or volatile; choose one"));
    }

    PayloadRules rules() {
        return new PayloadRules(chosen, others, cut);
    }

    /**
     * Hex SHA-256 over what decides the hash: version of the canonical form, selection, types and units. The format and
     * the places of named fields are not in it, so that a CSV and a JSON profile with equal declared fields share it.
     */
    String digest() {
        List<Field> text = new ArrayList<>();
        text.add(new Field("canonVersion", new Decimal(Integer.toString(CanonicalForm.VERSION))));
        text.add(new Field(
                "fields",
                new Items(chosen.stream().map(PayloadDefinition::described).toList())));
        if (others) {
            text.add(new Field("othersWithout", new Items(leftOut())));
        }
        byte[] form = CanonicalForm.of(Fields.of(text));
        return HexFormat.of().formatHex(RawBytes.sha256(form));
    }

    private List<FieldValue> leftOut() {
        Stream<Pointer> moved = chosen.stream().map(FieldRule::at);
        return Stream.concat(cut.stream(), moved)
                .map(Pointer::toString)
                .distinct()
                .sorted()
                .map(place -> (FieldValue) new Text(place))
                .toList();
    }

    private static FieldValue described(FieldRule field) {
        List<Field> text = new ArrayList<>();
        text.add(new Field("name", new Text(field.name())));
        text.add(new Field("type", new Text(field.type().name())));
        if (field.unit() != null) {
            text.add(new Field("unit", new Text(field.unit().to())));
            text.add(new Field("factor", new Decimal(field.unit().factor().toString())));
            text.add(new Field("offset", new Decimal(field.unit().offset().toString())));
        }
        if (field.type() == Type.TIME && field.zone() != null) {
            text.add(new Field("zone", new Text(field.zone().getId())));
        }
        return Fields.of(text);
    }
}
