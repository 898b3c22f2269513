package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Outcome.Absent;
import io.plantgate.effect.Outcome.Accepted;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.NotDone;
import io.plantgate.effect.Outcome.Rejected;
import io.plantgate.effect.Outcome.Unknown;
import io.plantgate.effect.Purpose;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JudgeTest {

    private static final String BOOKED = "{\"d\":{\"number\":\"51\",\"state\":\"POSTED\"}}";

    private String on409 = "unknown";
    private String on503 = "not-done";
    private String onQuery404 = "unknown";
    private boolean canAsk = true;

    @ParameterizedTest
    @CsvSource({
        "301, Unknown",
        "302, Unknown",
        "303, Unknown",
        "304, Unknown",
        "204, Unknown",
        "206, Unknown",
        "400, Rejected",
        "401, TargetStopped",
        "402, NotDone",
        "403, TargetStopped",
        "404, NotDone",
        "405, NotDone",
        "407, TargetStopped",
        "408, Unknown",
        "409, Unknown",
        "410, NotDone",
        "413, Rejected",
        "415, Rejected",
        "422, Rejected",
        "423, NotDone",
        "429, NotDone",
        "500, Unknown",
        "501, NotDone",
        "502, Unknown",
        "503, NotDone",
        "504, Unknown",
        "505, NotDone",
        "520, Unknown",
        "599, Unknown",
        "999, Unknown",
        "0, Unknown"
    })
    void aStatusWithoutAPositiveSignIsReadAsTheWeakestThatItProves(int status, String outcome) {
        assertThat(sent(status, "{}").getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(sent(status, "{}").reason()).startsWith("HTTP_" + status + ": ");
    }

    @Test
    void aPositiveSignInAnAnswerOfAnotherStatusIsNone() {
        assertThat(sent(500, BOOKED)).isInstanceOf(Unknown.class);
        assertThat(sent(404, BOOKED)).isInstanceOf(NotDone.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"POSTED\"",
                "{\"d\":{\"state\":\"PARKED\"}}",
                "{\"d\":{\"state\":\"POSTED\"}} trailing",
                "{\"d\":{\"state\":\"PARKED\",\"state\":\"POSTED\"}}",
                "{\"d\":{\"state\":\"POSTED\"",
                "<html>/d/state POSTED</html>"
            })
    void whatDoesNotHoldTheSignAsWrittenProvesNothing(String body) {
        assertThat(sent(200, body)).isInstanceOf(Unknown.class);
    }

    @Test
    void theSignDeliversAndTheDocumentNumberIsKept() {
        assertThat(sent(200, BOOKED))
                .isInstanceOfSatisfying(Delivered.class, delivered -> assertThat(delivered.reference())
                        .isEqualTo("51"));
        assertThat(sent(200, "{\"d\":{\"state\":\"POSTED\"}}"))
                .isInstanceOfSatisfying(Delivered.class, delivered -> assertThat(delivered.reference())
                        .isNull());
    }

    @Test
    void aRefusalInsideASuccessIsARefusal() {
        assertThat(sent(200, "{\"error\":{\"code\":\"F5/201\"},\"d\":{\"state\":\"POSTED\"}}"))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void anErrorInsideAnErrorSaysNoMoreThanItsStatus() {
        assertThat(sent(500, "{\"error\":{}}")).isInstanceOf(Unknown.class);
        assertThat(asked(404, "{\"error\":{}}")).isInstanceOf(Unknown.class);
    }

    @Test
    void whatIsAcceptedIsAskedForOnlyWhereTheTargetCanBeAsked() {
        assertThat(sent(202, BOOKED))
                .isEqualTo(new Accepted(
                        List.of("51"), Duration.ofSeconds(30), sent(202, BOOKED).answer()));
        canAsk = false;
        assertThat(sent(202, "")).isInstanceOfSatisfying(Accepted.class, accepted -> assertThat(accepted.askAfter())
                .isNull());
    }

    @Test
    void theRouteSaysWhat409And503AreInFrontOfItsTarget() {
        on409 = "delivered";
        assertThat(sent(409, BOOKED)).isInstanceOf(Delivered.class);
        assertThat(sent(409, "{}")).isInstanceOf(Unknown.class);
        on409 = "not-done";
        assertThat(sent(409, BOOKED)).isInstanceOf(NotDone.class);
        on409 = "rejected";
        assertThat(sent(409, BOOKED)).isInstanceOf(Rejected.class);
        on503 = "unknown";
        assertThat(sent(503, "")).isInstanceOf(Unknown.class);
    }

    @Test
    void aRefusedTokenThatWasOldStopsNobody() {
        assertThat(judge().judge(DeliveryLine.posting("k"), answer(401, "{}", true)))
                .isInstanceOfSatisfying(
                        NotDone.class, notDone -> assertThat(notDone.counted()).isFalse());
    }

    @ParameterizedTest
    @CsvSource({
        "200, NotDone",
        "204, NotDone",
        "302, NotDone",
        "400, NotDone",
        "401, TargetStopped",
        "404, Unknown",
        "410, Unknown",
        "422, NotDone",
        "429, NotDone",
        "500, NotDone",
        "503, NotDone"
    })
    void aQuestionThatWasNotAnsweredChangesNothing(int status, String outcome) {
        assertThat(asked(status, "{}").getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void aQuestionIsAnsweredByTheSameSigns() {
        assertThat(asked(200, BOOKED)).isInstanceOf(Delivered.class);
        assertThat(asked(202, "")).isInstanceOf(Accepted.class);
        assertThat(asked(200, "{\"error\":{}}")).isInstanceOf(Rejected.class);
        onQuery404 = "absent";
        assertThat(asked(404, "")).isInstanceOf(Absent.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "false", "null", "\"\"", "\" \"", "1e999999999"})
    void whatIsNeitherATextNorANumberNorTrueIsNoSignEvenIfAnythingWouldDo(String value) throws Exception {
        PositiveSign sign = new PositiveSign("200 | 202", "/documentNumber = any", "/documentNumber", "none");
        JsonNode answer = new ObjectMapper().readTree("{\"documentNumber\": " + value + "}");

        assertThat(sign.isPositive(answer)).isFalse();
        assertThat(sign.reference(answer)).isEmpty();
    }

    @Test
    void aTargetThatAnswersByStatusAloneIsTakenAtItsWordOnlyIfTheRouteSaysSo() {
        AnswerTerms terms = new AnswerTerms(
                new PositiveSign("204 | 202", "none = any", "none", "none"), 30, 60, on409, on503, "absent");

        assertThat(new Judge(terms, true, List::of, Clock.systemUTC())
                        .judge(DeliveryLine.posting("k"), answer(204, "", false)))
                .isInstanceOf(Delivered.class);
    }

    @Test
    void aParameterThatCannotBeIsRefusedByName() {
        assertThatThrownBy(() -> new PositiveSign("2xx | 202", "none = any", "none", "none"))
                .hasMessageContaining("deliveredStatuses is '2xx'");
        assertThatThrownBy(() -> new PositiveSign("200 | 202", "documentNumber = any", "none", "none"))
                .hasMessageContaining("deliveredPointer is 'documentNumber'");
        on503 = "rejected";
        assertThatThrownBy(this::judge).hasMessageContaining("on503 is 'rejected'");
    }

    private Outcome sent(int status, String body) {
        return judge().judge(DeliveryLine.posting("k"), answer(status, body, false));
    }

    @Test
    void theReasonOfARedirectSaysWhereToAndNoneOfTheSecretsOfSuchAddresses() {
        String login = "https://gate:geheim-1@sso.example/login?SAMLRequest=abc&session=geheim-2#geheim-3";

        Outcome outcome =
                judge().judge(DeliveryLine.posting("k"), new HttpAnswer(302, null, login, new byte[0], true, false));

        assertThat(outcome.reason()).contains("https://sso.example/login?…").doesNotContain("geheim");
    }

    private Outcome asked(int status, String body) {
        return judge().judge(DeliveryLine.effect("k", Purpose.QUERY, false, "{}"), answer(status, body, false));
    }

    private static HttpAnswer answer(int status, String body, boolean renewed) {
        return new HttpAnswer(status, null, null, body.getBytes(StandardCharsets.UTF_8), true, renewed);
    }

    private Judge judge() {
        PositiveSign sign = new PositiveSign("200,201 | 202", "/d/state = POSTED,CLEARED", "/d/number", "/error");
        return new Judge(
                new AnswerTerms(sign, 30, 3600, on409, on503, onQuery404), canAsk, List::of, Clock.systemUTC());
    }
}
