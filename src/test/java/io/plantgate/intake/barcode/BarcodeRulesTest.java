package io.plantgate.intake.barcode;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.intake.barcode.BarcodeRules.LostSeparators;
import io.plantgate.intake.barcode.NormalCode.Ambiguous;
import io.plantgate.intake.barcode.NormalCode.Known;
import io.plantgate.intake.barcode.NormalCode.Refused;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scanners, keyboards and spreadsheets make of codes, against facts that GS1 publishes. */
class BarcodeRulesTest {

    private static final String GS = "\u001D";
    private static final BarcodeRules RULES = BarcodeRules.defaults();
    private static final BarcodeRules GTINS = new BarcodeRules(RULES.suffixes(), Map.of("{GS}", GS), false, true);

    /** Examples of GS1's check digit calculator and of the General Specifications. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "96385074",
                "012345678905",
                "4006381333931",
                "6291041500213",
                "9501101530003",
                "09501234500171",
                "19501234500178",
                "00614141123452",
                "106141412345678908"
            })
    @Tag("S-56")
    void publishedNumbersHaveTheirCheckDigit(String number) {
        assertThat(Gtin.hasCheckDigit(number)).isTrue();
        for (int i = 0; i < number.length(); i++) {
            char other = number.charAt(i) == '9' ? '0' : (char) (number.charAt(i) + 1);
            String wrong = number.substring(0, i) + other + number.substring(i + 1);
            assertThat(Gtin.hasCheckDigit(wrong)).as(wrong).isFalse();
        }
    }

    @Test
    @Tag("F01")
    @Tag("S-57")
    void anElementStringIsCutAtItsSeparatorAndOneWithoutItIsAnotherBatch() {
        String with = normal(RULES, "010950123450017110AB12" + GS + "21S77", null);
        String without = normal(RULES, "010950123450017110AB1221S77", "GS1-128");

        assertThat(with).isEqualTo("gs1:(01)09501234500171" + GS + "(10)AB12" + GS + "(21)S77");
        assertThat(without)
                .isEqualTo("gs1:(01)09501234500171" + GS + "(10)AB1221S77")
                .isNotEqualTo(with);
    }

    @Test
    @Tag("F01")
    void textInPlaceOfASeparatorIsOneOnlyByTheScannersTable() {
        String sent = "010950123450017110AB12{GS}21S77";

        assertThat(normal(GTINS, sent, "GS1-128")).isEqualTo(normal(RULES, sent.replace("{GS}", GS), null));
        assertThat(normal(RULES, sent, "GS1-128")).isEqualTo("gs1:(01)09501234500171" + GS + "(10)AB12{GS}21S77");
    }

    @ParameterizedTest
    @ValueSource(strings = {"045123450011", "0045123450011", "00045123450011"})
    @Tag("F05")
    void theLengthsOfAGtinAreOne(String sent) {
        assertThat(normal(GTINS, sent, null)).isEqualTo("gtin:00045123450011");
        assertThat(normal(RULES, sent, "EAN-13")).isEqualTo("gtin:00045123450011");
    }

    @ParameterizedTest
    @CsvSource({
        "45123450011, leading zeros may be lost",
        "4.51235E+10, spreadsheets",
        "'4,51235E+10', spreadsheets",
        "9501234500172, right check digit",
        "&é\"'(-è_çà&é\", keyboard layout"
    })
    @Tag("F05")
    void whatSpreadsheetsAndKeyboardsMakeOfAGtinIsRefusedAndNeverPadded(String sent, String why) {
        assertThat(GTINS.normal(sent, null)).isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.why())
                .contains(why));
    }

    @Test
    @Tag("F05")
    void aCartonIsAnotherItemThanWhatIsInIt() {
        assertThat(normal(GTINS, "09501234500171", null)).isNotEqualTo(normal(GTINS, "19501234500178", "ITF-14"));
    }

    @Test
    @Tag("F07")
    void suffixesAndBlanksAreAScannersHabitAndOtherControlsAreNot() {
        assertThat(RULES.stripped("k-9\r\n")).isEqualTo("k-9");
        assertThat(normal(GTINS, " 09501234500171\t\r\n", null)).isEqualTo(normal(GTINS, "09501234500171", null));
        assertThat(RULES.normal("09501234500171\u0000", null)).isInstanceOf(Refused.class);
        assertThat(RULES.normal("AB\u0003C", null)).isInstanceOf(Refused.class);
        assertThat(RULES.normal("AB\uD800C", null)).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @CsvSource({
        "]C1010950123450017117261231, 'gs1:(01)09501234500171\u001D(17)261231'",
        "]d20109501234500171, gtin:09501234500171",
        "]E04006381333931, gtin:04006381333931",
        "]A0AB-12, code:AB-12",
        "(01)09501234500171(10)AB12, 'gs1:(01)09501234500171\u001D(10)AB12'"
    })
    void symbologyIdentifiersSayWhatItIsAndAreNoPartOfIt(String sent, String normal) {
        String type = sent.startsWith("(") ? "GS1 DataMatrix" : null;
        assertThat(normal(RULES, sent, type)).isEqualTo(normal);
    }

    @Test
    void theOrderOfElementsIsNoContent() {
        assertThat(normal(RULES, "10AB12" + GS + "0109501234500171", null))
                .isEqualTo(normal(RULES, "010950123450017110AB12", "GS1-128"));
    }

    @Test
    @Tag("F01")
    void aLostSeparatorThatMakesAValueTooLongIsAmbiguous() {
        assertThat(RULES.normal("10ABCDEFGHIJKLMNOP21SERIAL77", "GS1-128")).isInstanceOf(Ambiguous.class);
        assertThat(RULES.normal("0109501234500171XYZ", "GS1-128")).isInstanceOf(Ambiguous.class);
        assertThat(RULES.normal("0109501234500172", "GS1-128")).isInstanceOf(Refused.class);
        assertThat(RULES.normal("01095012345", "GS1-128")).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"11", "12", "13", "15", "16", "17"})
    void aDateHasAMonthAndADayThatThereAre(String identifier) {
        for (String wrong : List.of("261399", "261301", "260001", "260230", "260431", "261232", "270229")) {
            assertThat(RULES.normal("0109501234500171" + identifier + wrong, "GS1-128"))
                    .as(wrong)
                    .isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.why())
                            .contains("(" + identifier + ")" + wrong, "YYMMDD"));
        }
        for (String right : List.of("261231", "261200", "280229", "000101")) {
            assertThat(normal(RULES, identifier + right, "GS1-128")).isEqualTo("gs1:(" + identifier + ")" + right);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "7003, 2613010800",
        "7006, 260200",
        "7007, 261301261301",
        "7011, 261301",
        "8008, 26130108",
        "4326, 261200"
    })
    void datesInLongerValuesAreCheckedToo(String identifier, String wrong) {
        assertThat(RULES.normal(identifier + wrong, "GS1-128")).isInstanceOf(Refused.class);
    }

    /** The commonest label, GTIN, batch, expiry, serial, read by a scanner that drops FNC1. */
    @Test
    @Tag("F01")
    void aLostSeparatorThatACheckDigitOrADateProvesIsAmbiguousAndStillComparesAsRead() {
        NormalCode code = RULES.normal("010950123450017110AB1217261231", "GS1-128");

        assertThat(code).isInstanceOfSatisfying(Ambiguous.class, ambiguous -> {
            assertThat(ambiguous.doubt()).contains("(10)AB1217261231 may be (10)AB12 and (17)261231");
            assertThat(ambiguous.text()).isEqualTo("gs1:(01)09501234500171" + GS + "(10)AB1217261231");
        });
        assertThat(RULES.normal("10AB120109501234500171", "GS1-128")).isInstanceOf(Ambiguous.class);
        assertThat(RULES.normal("10AB121726123121S77", "GS1-128")).isInstanceOf(Ambiguous.class);
        assertThat(normal(RULES, "10AB1217261331", "GS1-128")).isEqualTo("gs1:(10)AB1217261331");
        assertThat(RULES.normal("10AB120109501234500172", "GS1-128")).isInstanceOf(Known.class);
    }

    @Test
    @Tag("F01")
    void aBatchThatMayHoldASerialIsTakenAsReadAndDoubtedAloudUnlessTheSiteIsStrict() {
        String text = "010950123450017110AB1221S77";
        BarcodeRules strict = new BarcodeRules(List.of(), Map.of(), false, false, LostSeparators.ANY);
        BarcodeRules sure = new BarcodeRules(List.of(), Map.of(), false, false, LostSeparators.NEVER);

        assertThat(RULES.normal(text, "GS1-128")).isInstanceOfSatisfying(Known.class, known -> assertThat(known.doubt())
                .contains("(10)AB1221S77 may be (10)AB12 and (21)S77"));
        assertThat(strict.normal(text, "GS1-128")).isInstanceOf(Ambiguous.class);
        assertThat(sure.normal("10AB1217261231", "GS1-128")).isInstanceOf(Known.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "010950123450017110AB12\u001D21S7717261231",
                "10AB1217261231\u001D",
                "(10)AB1217261231",
                "0109501234500171",
                "0109501234500171172612311020261130"
            })
    void whereASeparatorCameOrNothingElseFitsThereIsNoDoubt(String text) {
        assertThat(RULES.normal(text, "GS1-128")).isInstanceOfSatisfying(Known.class, known -> assertThat(known.doubt())
                .isNull());
    }

    @Test
    void caseIsContentUnlessTheSiteSaysOtherwise() {
        BarcodeRules folding = new BarcodeRules(List.of(), Map.of(), true, false);

        assertThat(normal(RULES, "ab-1", null)).isNotEqualTo(normal(RULES, "AB-1", null));
        assertThat(normal(folding, "ab-1", null)).isEqualTo(normal(folding, "AB-1", null));
    }

    /** Lengths as the General Specifications print them, figure 3.2-1. */
    @ParameterizedTest
    @CsvSource({
        "00, 18, 18, true",
        "01, 14, 14, true",
        "02, 14, 14, true",
        "10, 1, 20, false",
        "11, 6, 6, true",
        "17, 6, 6, true",
        "20, 2, 2, true",
        "21, 1, 20, false",
        "240, 1, 30, false",
        "253, 13, 30, false",
        "3103, 6, 6, true",
        "37, 1, 8, false",
        "3922, 1, 15, false",
        "3932, 4, 18, false",
        "400, 1, 30, false",
        "410, 13, 13, true",
        "414, 13, 13, true",
        "421, 4, 12, false",
        "7003, 10, 10, false",
        "8003, 14, 30, false",
        "8006, 18, 18, false",
        "8008, 8, 12, false",
        "8020, 1, 25, false",
        "90, 1, 30, false",
        "99, 1, 90, false"
    })
    void theTableOfIdentifiersIsThatOfGs1(String identifier, int min, int max, boolean predefined) {
        Identifiers.Rule rule = Identifiers.all().get(identifier);

        assertThat(rule.lengthMin()).as("least").isEqualTo(min);
        assertThat(rule.lengthMax()).as("most").isEqualTo(max);
        assertThat(rule.predefined()).as("needs no FNC1").isEqualTo(predefined);
    }

    @Test
    void noIdentifierIsTheBeginningOfAnother() {
        for (String one : Identifiers.all().keySet()) {
            assertThat(Identifiers.all().keySet())
                    .filteredOn(other -> other.startsWith(one) && !other.equals(one))
                    .as(one)
                    .isEmpty();
        }
    }

    private static String normal(BarcodeRules rules, String raw, String type) {
        NormalCode code = rules.normal(raw, type);
        assertThat(code).as(raw).isInstanceOf(Known.class);
        return ((Known) code).text();
    }
}
