package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Whatever is written: it can be read again from its parts, each within its limit, and no limit is left unused. */
@Tag("I05")
class SmsTextProperties {

    private static final String EXTENDED = "{}[]€^~|\\\f";

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> characters = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.chars().range('a', 'z').map(String::valueOf)),
                Tuple.of(5, Arbitraries.chars().with(EXTENDED).map(String::valueOf)),
                Tuple.of(2, Arbitraries.chars().map(String::valueOf)),
                Tuple.of(2, Arbitraries.integers().between(0x1F300, 0x1F6FF).map(Character::toString)));
        return characters.list().ofMaxSize(900).map(list -> String.join("", list));
    }

    @Provide
    Arbitrary<String> smallAlphabetTexts() {
        Arbitrary<Character> plain = Arbitraries.chars().with("abc @ÄöΔ\n");
        Arbitrary<Character> extended = Arbitraries.chars().with(EXTENDED);
        return Arbitraries.frequencyOf(Tuple.of(3, plain), Tuple.of(2, extended))
                .list()
                .ofMaxSize(900)
                .map(list -> list.stream().map(String::valueOf).reduce("", String::concat));
    }

    @Property(tries = 500)
    void aTextIsReadAgainFromItsPartsInWhateverOrderTheyCome(
            @ForAll("texts") String text, @ForAll ReferenceWidth width, @ForAll @IntRange(max = 65535) int number) {
        SmsText sms = SmsText.of(text, width);
        List<SmsPart> parts = new ArrayList<>(sms.parts(width.within(number)));
        Collections.reverse(parts);

        assertThat(ReadingPhone.read(parts)).isEqualTo(sms.text());
    }

    @Property(tries = 500)
    void aTextOfWholeCharactersIsChangedByNothingButComposition(@ForAll("texts") String text) {
        String whole = text.codePoints()
                .filter(point -> Character.getType(point) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();

        assertThat(SmsText.of(whole, ReferenceWidth.EIGHT_BITS).text())
                .isEqualTo(Normalizer.normalize(whole, Normalizer.Form.NFC));
    }

    @Property(tries = 500)
    void theSmallAlphabetIsReadAgainCharacterByCharacter(@ForAll("smallAlphabetTexts") String text) {
        SmsText sms = SmsText.of(text, ReferenceWidth.EIGHT_BITS);

        assertThat(sms.alphabet()).isEqualTo(SmsAlphabet.GSM_7BIT);
        assertThat(ReadingPhone.read(sms.parts(7))).isEqualTo(text);
    }

    @Property(tries = 500)
    void everyPartFitsInto140OctetsAndSharesTheReference(@ForAll("texts") String text, @ForAll ReferenceWidth width) {
        List<SmsPart> parts = SmsText.of(text, width).parts(200);

        assertThat(parts).allSatisfy(part -> assertThat(octetsOnAir(part)).isLessThanOrEqualTo(140));
        if (parts.size() > 1) {
            assertThat(ReadingPhone.references(parts)).hasSize(1);
        }
    }

    @Property(tries = 500)
    void noPartEndsInHalfACharacter(@ForAll("texts") String text, @ForAll ReferenceWidth width) {
        assertThat(SmsText.of(text, width).segmentTexts()).allSatisfy(segment -> {
            if (!segment.isEmpty()) {
                assertThat(Character.isHighSurrogate(segment.charAt(segment.length() - 1)))
                        .isFalse();
                assertThat(Character.isLowSurrogate(segment.charAt(0))).isFalse();
            }
        });
    }

    @Property(tries = 300)
    void aShortenedTextNeverTakesMoreThanItsBound(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 4) int segmentsMax) {
        SmsText sms = SmsText.of(text, ReferenceWidth.EIGHT_BITS);

        SmsText shortened = sms.shortenedTo(segmentsMax);

        assertThat(shortened.segments()).isLessThanOrEqualTo(segmentsMax);
        if (sms.segments() <= segmentsMax) {
            assertThat(shortened.text()).isEqualTo(sms.text());
        } else {
            assertThat(shortened.text()).endsWith("...");
        }
    }

    // Septets are packed on the air, behind a header that is filled up to whole septets.
    private static int octetsOnAir(SmsPart part) {
        if (part.dataCoding() == 8) {
            return part.octets().length;
        }
        int header = part.hasHeader() ? part.octets()[0] + 1 : 0;
        int septets = (header * 8 + 6) / 7 + part.octets().length - header;
        return (septets * 7 + 7) / 8;
    }
}
