package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Event;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** However a JSON value is written, it is one payload; whatever in it is changed, it is another. */
class JsonNotationProperties {

    private final Profile profile = Readings.profile(Readings.TRANSITION);

    @Property(tries = 500)
    @Tag("A10")
    @Tag("W-08")
    void orderWhiteSpaceEscapesAndNumberNotationNeverChangeTheHash(
            @ForAll("payloads") Map<String, Object> payload, @ForAll Random one, @ForAll Random other) {
        assertThat(read(payload, one)).isEqualTo(read(payload, other));
    }

    @Property(tries = 500)
    @Tag("A10")
    void anyChangedValueChangesTheHash(@ForAll("payloads") Map<String, Object> payload, @ForAll Random random) {
        Event before = read(payload, random);
        for (String name : payload.keySet()) {
            Map<String, Object> changed = new TreeMap<>(payload);
            changed.put(name, "changed " + payload.get(name));
            assertThat(read(changed, random).identity()).isEqualTo(before.identity());
            assertThat(read(changed, random).payload()).isNotEqualTo(before.payload());
        }
    }

    @Provide
    Arbitrary<Map<String, Object>> payloads() {
        return Arbitraries.randomValue(random -> object(random, 2));
    }

    private static Map<String, Object> object(Random random, int levels) {
        Map<String, Object> members = new TreeMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            members.put("f" + random.nextInt(9), value(random, levels));
        }
        return members;
    }

    private static Object value(Random random, int levels) {
        return switch (random.nextInt(levels == 0 ? 3 : 4)) {
            case 0 -> BigDecimal.valueOf(random.nextInt(2001) - 1000, random.nextInt(7) - 3);
            case 1 -> "t\u00FC\"\\/\n" + random.nextInt(9);
            case 2 -> random.nextBoolean();
            default -> object(random, levels - 1);
        };
    }

    private Event read(Map<String, Object> payload, Random notation) {
        Map<String, Object> item = new TreeMap<>(payload);
        item.putAll(Map.of("source", "P/T", "transitionId", "1", "bootId", "b"));
        return Readings.event(profile, written(item, notation));
    }

    private static String written(Object value, Random notation) {
        if (value instanceof Map<?, ?> object) {
            List<String> members = new ArrayList<>();
            object.forEach((name, member) ->
                    members.add(text(name.toString(), notation) + space(notation) + ":" + written(member, notation)));
            Collections.shuffle(members, notation);
            return space(notation) + "{" + String.join(space(notation) + ",", members) + space(notation) + "}";
        }
        String scalar = value instanceof BigDecimal number
                ? number(number, notation)
                : value instanceof String text ? text(text, notation) : value.toString();
        return space(notation) + scalar + space(notation);
    }

    private static String number(BigDecimal number, Random notation) {
        return switch (notation.nextInt(4)) {
            case 0 -> number.toPlainString();
            case 1 -> number.setScale(number.scale() + 3).toString();
            case 2 -> number.unscaledValue() + "E" + -number.scale();
            default -> number.stripTrailingZeros().toEngineeringString();
        };
    }

    private static String text(String text, Random notation) {
        StringBuilder written = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean must = c == '"' || c == '\\' || c < ' ';
            written.append(must || notation.nextInt(4) == 0 ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return written.append('"').toString();
    }

    private static String space(Random notation) {
        return List.of("", "", " ", "\n\t", "\r\n").get(notation.nextInt(5));
    }
}
