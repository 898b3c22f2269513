package io.plantgate.intake.barcode;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.intake.barcode.ElementString.Element;
import io.plantgate.intake.barcode.NormalCode.Known;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whatever is written into an element string is read out of it; whatever a key is made of changes it. */
class BarcodeProperties {

    private static final BarcodeRules RULES =
            new BarcodeRules(BarcodeRules.defaults().suffixes(), Map.of(), false, true);
    private static final String TEXT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-./";

    @Property(tries = 500)
    void elementsThatAreWrittenAreRead(@ForAll Random random) throws Exception {
        List<Element> written = elements(random);

        assertThat(ElementString.parse(text(written))).isEqualTo(written);
    }

    @Property(tries = 300)
    void theOrderOfElementsIsNoContent(@ForAll Random random) {
        List<Element> written = elements(random);
        List<Element> shuffled = new ArrayList<>(written);
        Collections.shuffle(shuffled, random);

        assertThat(RULES.normal(text(written), "GS1-128")).isEqualTo(RULES.normal(text(shuffled), "GS1-128"));
    }

    @Property(tries = 500)
    @Tag("S-56")
    void noGtinWithOneWrongOrTwoSwappedDigitsIsTakenForAnother(@ForAll("gtins") String gtin, @ForAll Random random) {
        int at = random.nextInt(gtin.length());
        char[] wrong = gtin.toCharArray();
        wrong[at] = (char) ('0' + (wrong[at] - '0' + 1 + random.nextInt(9)) % 10);

        assertThat(Gtin.of(gtin)).isPresent();
        assertThat(Gtin.of(new String(wrong))).isEmpty();
    }

    @Property(tries = 500)
    void normalisingNeverThrowsAndIsTheSameForTheSameText(@ForAll String text) {
        assertThat(RULES.normal(text, null)).isEqualTo(RULES.normal(text, null));
        assertThat(RULES.normal(text, "GS1-128")).isEqualTo(RULES.normal(text, "GS1-128"));
    }

    @Property(tries = 500)
    @Tag("S-55")
    void scansOfOneMomentAndDeviceHaveOneKeyAndAllOthersTheirOwn(@ForAll Random random) {
        KeyRecipe recipe = new KeyRecipe(1000, List.of(new KeyRecipe.Resolution("CAM-*", 10)));
        Map<List<Object>, String> keys = new HashMap<>();
        Map<String, List<Object>> meanings = new HashMap<>();
        for (int i = 0; i < 50; i++) {
            String device = random.nextBoolean() ? "PDA-" + random.nextInt(2) : "CAM-" + random.nextInt(2);
            Instant captured = Instant.ofEpochMilli(1_700_000_000_000L + random.nextInt(3000));
            String code = "code:" + random.nextInt(2);
            List<Object> meaning = List.of(device, recipe.truncated(device, captured), code, "pick");
            String key = recipe.key(device, captured, code, "pick");
            assertThat(keys.getOrDefault(meaning, key)).isEqualTo(key);
            assertThat(meanings.getOrDefault(key, meaning)).isEqualTo(meaning);
            keys.put(meaning, key);
            meanings.put(key, meaning);
        }
    }

    @Property(tries = 300)
    void partsOfAKeyNeverMeet(@ForAll String one, @ForAll String other) {
        KeyRecipe recipe = new KeyRecipe(1000, List.of());
        Instant now = Instant.parse("2026-03-02T08:00:12Z");

        assertThat(recipe.key(one + "x", now, other, "pick")).isNotEqualTo(recipe.key(one, now, "x" + other, "pick"));
    }

    @Provide
    Arbitrary<String> gtins() {
        return Arbitraries.longs()
                .between(0, 9_999_999_999_999L)
                .map("%013d"::formatted)
                .map(digits -> digits + Gtin.checkDigit(digits));
    }

    private static List<Element> elements(Random random) {
        List<String> identifiers = new ArrayList<>(Identifiers.all().keySet());
        Collections.sort(identifiers);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            String identifier = identifiers.get(random.nextInt(identifiers.size()));
            elements.add(new Element(identifier, value(Identifiers.all().get(identifier), random)));
        }
        return elements;
    }

    private static String value(Identifiers.Rule rule, Random random) {
        int length = rule.lengthMin() + random.nextInt(rule.lengthMax() - rule.lengthMin() + 1);
        StringBuilder value = new StringBuilder();
        while (value.length() < length) {
            boolean digit = value.length() < rule.digits();
            value.append(digit ? (char) ('0' + random.nextInt(10)) : TEXT.charAt(random.nextInt(TEXT.length())));
        }
        if (rule.date() != Identifiers.Date.NONE) {
            value.replace(
                    0,
                    6,
                    "%02d%02d%02d".formatted(random.nextInt(100), 1 + random.nextInt(12), 1 + random.nextInt(28)));
        }
        if (rule.checkDigitAt() > 0) {
            String digits = value.substring(0, rule.checkDigitAt() - 1);
            value.setCharAt(rule.checkDigitAt() - 1, (char) ('0' + Gtin.checkDigit(digits)));
        }
        return value.toString();
    }

    private static String text(List<Element> elements) {
        StringBuilder text = new StringBuilder();
        for (Element element : elements) {
            text.append(element.identifier()).append(element.value());
            if (!Identifiers.all().get(element.identifier()).predefined()) {
                text.append(ElementString.FNC1);
            }
        }
        return text.toString();
    }

    @Property(tries = 200)
    void aKnownFormSaysItsKind(@ForAll String text) {
        NormalCode code = RULES.normal(text, null);
        if (code instanceof Known known) {
            assertThat(known.text()).matches("(?s)(gtin|gs1|code):.*");
        }
    }
}
