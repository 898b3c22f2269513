package io.plantgate.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.DuplicateNameException;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {

    @Test
    @Tag("W-08")
    void theFormIsWrittenDownToTheByte() {
        FieldValue value = object(
                new Field("v", new Decimal("12.50")),
                new Field("a\"b", new Text("x\\y\nß")),
                new Field("list", new Items(List.of(new Truth(true), FieldValue.NULL))));
        assertThat(form(value)).isEqualTo("{\"a\\\"b\":\"x\\\\y\nß\",\"list\":[true,null],\"v\":125e-1}");
    }

    @Test
    @Tag("A07")
    void numbersAreExactWhateverTheirNotation() {
        assertThat(List.of(form("12.5"), form("12.50"), form("1.25e1"), form("125E-1"), form("0.125e+2")))
                .containsOnly("125e-1");
        assertThat(form("1e400")).isNotEqualTo(form("1e500"));
        assertThat(form("9007199254740993")).isNotEqualTo(form("9007199254740992"));
        assertThat(List.of(form("0"), form("-0"), form("0.00"), form("0e9"))).containsOnly("0");
        assertThat(form("-100")).isEqualTo("-1e2");
    }

    @Test
    void textIsNeverANumberATruthOrNothing() {
        assertThat(form(new Text("1"))).isNotEqualTo(form("1"));
        assertThat(form(new Text("true"))).isNotEqualTo(form(new Truth(true)));
        assertThat(form(new Text("null"))).isNotEqualTo(form(FieldValue.NULL));
    }

    @Test
    void namesAreInTheOrderOfTheirCodePoints() {
        String beyondBmp = "\uD83D\uDE00";
        FieldValue value = object(new Field(beyondBmp, FieldValue.NULL), new Field("\uFFFD", FieldValue.NULL));
        assertThat(form(value)).isEqualTo("{\"\uFFFD\":null,\"" + beyondBmp + "\":null}");
    }

    @Test
    @Tag("A02")
    void loneSurrogatesAreNotReplaced() {
        byte[] high = CanonicalForm.of(new Text("\uD800"));
        byte[] other = CanonicalForm.of(new Text("\uD801"));
        assertThat(high).isNotEqualTo(other).isNotEqualTo(CanonicalForm.of(new Text("?")));
    }

    @Test
    @Tag("A09")
    void aNameStandsOnceInAnObject() {
        Field field = new Field("a", FieldValue.NULL);
        Assertions.assertThatThrownBy(() -> object(field, field)).isInstanceOf(DuplicateNameException.class);
    }

    @Test
    void theHashIsSha256OverTheForm() {
        FieldValue value = object(new Field("v", new Decimal("1")));
        Payload payload = CanonicalForm.payloadOf(value);
        assertThat(payload.hash()).isEqualTo(RawBytes.sha256(CanonicalForm.of(value)));
        assertThat(payload.canonVersion()).isEqualTo(CanonicalForm.VERSION);
    }

    private static FieldValue object(Field... fields) {
        return Fields.of(List.of(fields));
    }

    private static String form(String number) {
        return form(new Decimal(number));
    }

    private static String form(FieldValue value) {
        return new String(CanonicalForm.of(value), StandardCharsets.UTF_8);
    }
}
