package io.plantgate.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

class CanonicalFormProperties {

    @Property(tries = 500)
    @Tag("A10")
    void theOrderOfNamesNeverChangesTheHash(@ForAll("values") FieldValue value, @ForAll Random random) {
        assertThat(CanonicalForm.payloadOf(shuffled(value, random))).isEqualTo(CanonicalForm.payloadOf(value));
    }

    @Property(tries = 1000)
    @Tag("A07")
    void numbersAreEqualExactlyWhereTheirValuesAre(
            @ForAll BigInteger digits,
            @ForAll @IntRange(min = -300, max = 300) int scale,
            @ForAll BigInteger otherDigits,
            @ForAll @IntRange(min = -300, max = 300) int otherScale) {
        BigDecimal one = new BigDecimal(digits, scale);
        BigDecimal other = new BigDecimal(otherDigits, otherScale);
        assertThat(canonical(one.toString())).isEqualTo(canonical(one.toPlainString()));
        assertThat(canonical(one.toEngineeringString())).isEqualTo(canonical(one.toString()));
        assertThat(canonical(one.toString()).equals(canonical(other.toString())))
                .isEqualTo(one.compareTo(other) == 0);
        assertThat(new BigDecimal(canonical(one.toString()))).isEqualByComparingTo(one);
    }

    @Property(tries = 1000)
    void differentValuesHaveDifferentBytes(@ForAll("values") FieldValue one, @ForAll("values") FieldValue other) {
        boolean sameBytes = java.util.Arrays.equals(CanonicalForm.of(one), CanonicalForm.of(other));
        assertThat(sameBytes).isEqualTo(one.equals(other));
    }

    @Property(tries = 500)
    void anyAddedFieldChangesTheHash(@ForAll("objects") Fields object, @ForAll("values") FieldValue value) {
        List<Field> more = object.list();
        more.add(new Field("added beside all others", value));
        assertThat(CanonicalForm.payloadOf(Fields.of(more))).isNotEqualTo(CanonicalForm.payloadOf(object));
    }

    private static String canonical(String literal) {
        return DecimalForm.canonical(literal);
    }

    private static FieldValue shuffled(FieldValue value, Random random) {
        if (value instanceof Fields fields) {
            List<Field> members = new ArrayList<>();
            fields.list().forEach(field -> members.add(new Field(field.name(), shuffled(field.value(), random))));
            Collections.shuffle(members, random);
            return Fields.of(members);
        }
        return value instanceof Items items
                ? new Items(items.values().stream()
                        .map(item -> shuffled(item, random))
                        .toList())
                : value;
    }

    @Provide
    Arbitrary<FieldValue> values() {
        return Arbitraries.randomValue(random -> value(random, 3));
    }

    @Provide
    Arbitrary<Fields> objects() {
        return Arbitraries.randomValue(random -> object(random, 3));
    }

    private static FieldValue value(Random random, int levels) {
        return switch (random.nextInt(levels == 0 ? 4 : 6)) {
            case 0 -> new Decimal(random.nextInt(41) - 20 + "e" + (random.nextInt(5) - 2));
            case 1 -> new Text(text(random));
            case 2 -> new Truth(random.nextBoolean());
            case 3 -> FieldValue.NULL;
            case 4 ->
                new Items(random.ints(random.nextInt(4))
                        .mapToObj(ignored -> value(random, levels - 1))
                        .toList());
            default -> object(random, levels - 1);
        };
    }

    private static Fields object(Random random, int levels) {
        Map<String, Field> members = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = text(random);
            members.put(name, new Field(name, value(random, levels)));
        }
        return Fields.of(List.copyOf(members.values()));
    }

    // A small alphabet of what could be mistaken for the form's own marks.
    private static String text(Random random) {
        String alphabet = "ab\"\\,:{}[]1e\n\u0000ß\uD83D\uDE00";
        return random.ints(random.nextInt(4), 0, alphabet.length())
                .mapToObj(i -> alphabet.substring(i, i + 1))
                .collect(Collectors.joining());
    }
}
