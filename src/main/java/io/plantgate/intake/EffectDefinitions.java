package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.FieldRule.Type;
import io.plantgate.intake.ProfileTree.At;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/** Reads {@code effects} and {@code bootObserved} of a profile, with their conditions. */
final class EffectDefinitions {

    private final ProfileTree tree;
    private final FieldDefinitions fields;

    EffectDefinitions(ProfileTree tree, FieldDefinitions fields) {
        this.tree = tree;
        this.fields = fields;
    }

    BootRule boot() {
        At at = tree.at("bootObserved");
        if (!at.isThere()) {
            return null;
        }
        At own = at.get("transitionId");
        return new BootRule(conditions(at.get("when")), own.isThere() ? tree.part("transitionId", own) : null);
    }

    List<EffectRule> rules() {
        List<EffectRule> rules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (At at : tree.at("effects").items()) {
            if (!names.add(at.text("name", ""))) {
                tree.refuse(
                        at.get("name").pointer(),
                        "a second rule '" + at.text("name", "") + "'; names are unique in a profile");
            }
            rules.add(new EffectRule(plan(at), conditions(at.get("when"))));
        }
        return rules;
    }

    private static EffectPlan plan(At at) {
        byte[] text = at.node().toString().getBytes(StandardCharsets.UTF_8);
        return new EffectPlan(
                at.text("name", ""),
                HexFormat.of().formatHex(RawBytes.sha256(text)),
                at.text("kind", ""),
                On.valueOf(at.text("on", "canonical").toUpperCase(Locale.ROOT)),
                Policy.valueOf(at.text("late", "skip").toUpperCase(Locale.ROOT)),
                Policy.valueOf(at.text("recurrence", "plan").toUpperCase(Locale.ROOT)));
    }

    private List<Condition> conditions(At list) {
        return list.items().stream().map(this::condition).toList();
    }

    private Condition condition(At at) {
        FieldRule field = fields.named(at.text("field", ""));
        return new Condition(field, test(field, at));
    }

    private Condition.Test test(FieldRule field, At at) {
        JsonNode node = at.node();
        if (node.has("exists")) {
            return new Condition.Exists(node.get("exists").asBoolean());
        }
        if (node.has("equals")) {
            return new Condition.In(List.of(value(field, at.get("equals"))));
        }
        if (node.has("in")) {
            return new Condition.In(at.get("in").items().stream()
                    .map(item -> value(field, item))
                    .toList());
        }
        for (Comparison comparison : Comparison.values()) {
            if (node.has(comparison.key)) {
                return compares(field, at.get(comparison.key), comparison.accepted);
            }
        }
        tree.refuse(
                at.pointer(),
                "a condition without a test; expected: one of equals, in, greater, atLeast, less, atMost, exists");
        return new Condition.Exists(true);
    }

    private Condition.Test compares(FieldRule field, At at, IntPredicate accepted) {
        refuseUnless(field, at, Type.NUMBER, "a number");
        return new Condition.Compares(at.node().decimalValue(), accepted);
    }

    private FieldValue value(FieldRule field, At at) {
        JsonNode node = at.node();
        if (node.isNumber()) {
            refuseUnless(field, at, Type.NUMBER, "a number");
            BigDecimal number = node.decimalValue();
            return new Decimal(number.toString());
        }
        if (node.isBoolean()) {
            refuseUnless(field, at, Type.BOOLEAN, "a truth value");
            return new Truth(node.asBoolean());
        }
        if (field.type() == Type.NUMBER || field.type() == Type.BOOLEAN) {
            refuseUnless(field, at, Type.TEXT, "text");
        }
        boolean time = field.type() == Type.TIME;
        return new Text(time ? TimeText.read(node.asText(), field.zone()).canonical() : node.asText());
    }

    // A condition that no value of its field can ever meet would silently plan nothing.
    private void refuseUnless(FieldRule field, At at, Type needed, String what) {
        boolean possible = field.type() == needed || field.type() == Type.ANY && !fields.textOnly();
        if (!possible) {
            String is = field.type() == Type.ANY
                    ? "not declared, so text"
                    : field.type().name().toLowerCase(Locale.ROOT);
            tree.refuse(
                    at.pointer(),
                    "compares the field '" + field.name() + "' with " + what + ", but it is " + is
                            + "; declare its type under fields, or quote the value");
        }
    }

    private enum Comparison {
        GREATER("greater", sign -> sign > 0),
        AT_LEAST("atLeast", sign -> sign >= 0),
        LESS("less", sign -> sign < 0),
        AT_MOST("atMost", sign -> sign <= 0);

        private final String key;
        private final IntPredicate accepted;

        Comparison(String key, IntPredicate accepted) {
            this.key = key;
            this.accepted = accepted;
        }
    }
}
