package io.plantgate.delivery.sms;

import static io.plantgate.delivery.sms.ReferenceWidth.EIGHT_BITS;
import static io.plantgate.delivery.sms.ReferenceWidth.SIXTEEN_BITS;
import static io.plantgate.delivery.sms.SmsAlphabet.GSM_7BIT;
import static io.plantgate.delivery.sms.SmsAlphabet.UCS2;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Case I05, row by row, and its edges. */
@Tag("I05")
class SmsTextTest {

    private static final String SIREN = "\uD83D\uDEA8";

    @Test
    void aStraightQuoteStaysInOneMessageAndACurlyOneMakesThreeOfTheSame150Characters() {
        SmsText straight = text("\"" + "a".repeat(149));
        SmsText curly = text("\u201C" + "a".repeat(149));

        assertThat(straight.alphabet()).isEqualTo(GSM_7BIT);
        assertThat(straight.segments()).isEqualTo(1);
        assertThat(curly.alphabet()).isEqualTo(UCS2);
        assertThat(curly.segments()).isEqualTo(3);
    }

    @Test
    void seventyUnitsWithAnEmojiAreOneMessageAndOneUnitMoreIsTwo() {
        assertThat(text("a".repeat(68) + SIREN).segments()).isEqualTo(1);
        assertThat(text("a".repeat(69) + SIREN).segments()).isEqualTo(2);
    }

    @Test
    void bracketsBracesAndTheEuroCostTwoSeptetsEach() {
        assertThat(text("{}[]€".repeat(16)).segments()).isEqualTo(1);
        assertThat(text("{}[]€".repeat(16) + "a").segments()).isEqualTo(2);
        assertThat(text("{}[]€").alphabet()).isEqualTo(GSM_7BIT);
        assertThat(text("{}[]€").parts(1).get(0).octets())
                .isEqualTo(HexFormat.of().parseHex("1b281b291b3c1b3e1b65"));
    }

    @Test
    void aSingleMessageHolds160SeptetsAndAPart153() {
        assertThat(text("a".repeat(160)).segments()).isEqualTo(1);
        assertThat(text("a".repeat(161)).segments()).isEqualTo(2);
        assertThat(text("a".repeat(306)).segments()).isEqualTo(2);
        assertThat(text("a".repeat(307)).segments()).isEqualTo(3);
    }

    @Test
    void aSingleMessageHolds70UnitsAndAPart67() {
        assertThat(text("ж".repeat(70)).segments()).isEqualTo(1);
        assertThat(text("ж".repeat(71)).segments()).isEqualTo(2);
        assertThat(text("ж".repeat(134)).segments()).isEqualTo(2);
        assertThat(text("ж".repeat(135)).segments()).isEqualTo(3);
    }

    @Test
    void aWiderReferenceTakesOneSeptetOrUnitFromEachPart() {
        assertThat(SmsText.of("a".repeat(304), SIXTEEN_BITS).segments()).isEqualTo(2);
        assertThat(SmsText.of("a".repeat(305), SIXTEEN_BITS).segments()).isEqualTo(3);
        assertThat(SmsText.of("ж".repeat(132), SIXTEEN_BITS).segments()).isEqualTo(2);
        assertThat(SmsText.of("ж".repeat(133), SIXTEEN_BITS).segments()).isEqualTo(3);
    }

    @Test
    void noEscapeIsPartedFromItsCharacter() {
        SmsText text = text("a".repeat(152) + "€" + "b".repeat(20));

        assertThat(text.segmentTexts()).containsExactly("a".repeat(152), "€" + "b".repeat(20));
    }

    @Test
    void noSurrogatePairIsParted() {
        SmsText text = text("ж".repeat(66) + SIREN + "ж".repeat(20));

        assertThat(text.segmentTexts()).containsExactly("ж".repeat(66), SIREN + "ж".repeat(20));
    }

    @Test
    void allPartsCarryOneReferenceTheirNumberAndTheirTotal() {
        List<SmsPart> parts = text("a".repeat(400)).parts(0x2A);

        assertThat(parts)
                .extracting(part -> hex(part, 6))
                .containsExactly("0500032a0301", "0500032a0302", "0500032a0303");
        assertThat(parts).allMatch(SmsPart::hasHeader);
    }

    @Test
    void aReferenceOfSixteenBitsHasAnElementOfItsOwn() {
        List<SmsPart> parts = SmsText.of("a".repeat(200), SIXTEEN_BITS).parts(0xBEEF);

        assertThat(parts).extracting(part -> hex(part, 7)).containsExactly("060804beef0201", "060804beef0202");
        assertThat(SIXTEEN_BITS.within(0x1BEEFL)).isEqualTo(0xBEEF);
        assertThat(EIGHT_BITS.within(0x1BEEFL)).isEqualTo(0xEF);
    }

    @Test
    void theDataCodingIsTheCentresDefaultOrUcs2AndASingleMessageHasNoHeader() {
        SmsPart plain = text("Pumpe 7").parts(1).get(0);
        SmsPart cyrillic = text("Насос 7").parts(1).get(0);

        assertThat(plain.dataCoding()).isZero();
        assertThat(plain.hasHeader()).isFalse();
        assertThat(cyrillic.dataCoding()).isEqualTo((byte) 8);
        assertThat(cyrillic.octets()).isEqualTo("Насос 7".getBytes(StandardCharsets.UTF_16BE));
    }

    @Test
    void theAtSignIsSeptetZeroAndUmlautsAreOneSeptet() {
        assertThat(text("@Ää").parts(1).get(0).octets()).isEqualTo(new byte[] {0x00, 0x5B, 0x7B});
    }

    @Test
    void aLetterWithASeparateAccentIsComposedAndStaysInTheSmallAlphabet() {
        SmsText text = text("gele\u0301");

        assertThat(text.alphabet()).isEqualTo(GSM_7BIT);
        assertThat(text.text()).isEqualTo("gel\u00E9");
    }

    @Test
    void halfOfASurrogatePairIsShownAsAReplacementCharacter() {
        assertThat(text("a\uD83Db").text()).isEqualTo("a\uFFFDb");
    }

    @Test
    void anEscapeCharacterInATextIsNoSeptet() {
        assertThat(text("\u001B[31m").alphabet()).isEqualTo(UCS2);
    }

    @Test
    void aShortenedTextFitsAndSaysThatItWasCut() {
        SmsText text = text("€".repeat(300)).shortenedTo(2);

        assertThat(text.segments()).isEqualTo(2);
        assertThat(text.text()).endsWith("€...");
        assertThat(text("a".repeat(306)).shortenedTo(2).text()).isEqualTo("a".repeat(306));
        assertThat(text("a".repeat(307)).shortenedTo(2).text()).isEqualTo("a".repeat(303) + "...");
    }

    private static SmsText text(String text) {
        return SmsText.of(text, EIGHT_BITS);
    }

    private static String hex(SmsPart part, int octets) {
        return HexFormat.of().formatHex(Arrays.copyOf(part.octets(), octets));
    }
}
