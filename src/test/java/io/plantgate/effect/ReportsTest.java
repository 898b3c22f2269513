package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Delivery receipts: in time, early, late, again, of several parts. */
class ReportsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Outcome DELIVERED = new Outcome.Delivered(null, new Answer("DELIVRD", null));
    private static final Outcome FAILED = new Outcome.Rejected("UNDELIV", new Answer("UNDELIV", null));

    private final EffectFixture site = new EffectFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private void acceptedAs(String... references) {
        site.kind("sms", "sms", WAIT, AT_ONCE);
        site.start(
                "sms",
                new FarSide(effect -> new Outcome.Accepted(List.of(references), null, new Answer("0", "queued"))));
        site.record(trip("T91").wanting(plan("sms")).arrival());
    }

    private void waitFor(String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly(state));
    }

    private void report(String reference, Outcome outcome) {
        site.effects.reports().report("sms", reference, outcome);
    }

    @Test
    @Tag("I04")
    void anAcceptedMessageIsDeliveredOnceAllItsPartsAreReported() {
        acceptedAs("a1", "a2");
        waitFor("accepted");

        report("a2", DELIVERED);
        assertThat(site.states()).containsExactly("accepted");
        report("a2", DELIVERED);
        report("a2", FAILED);
        assertThat(site.states()).containsExactly("accepted");
        report("a1", DELIVERED);

        assertThat(site.states()).containsExactly("delivered");
        assertThat(site.rows.one("select reference from outbox")).isEqualTo("a1 a2");
        report("a1", FAILED);
        assertThat(site.states()).containsExactly("delivered");
        // The last may as well speak of a message that was given the same id since.
        assertThat(site.rows.count("effect_report where matched")).isEqualTo(4);
    }

    @Test
    void aPartThatFailedIsARejectionOnceAllAreReported() {
        acceptedAs("a1", "a2");
        waitFor("accepted");

        report("a1", FAILED);
        assertThat(site.states()).containsExactly("accepted");
        report("a2", DELIVERED);

        assertThat(site.states()).containsExactly("rejected");
        assertThat(site.rows.one("select reason from outbox")).isEqualTo("Of 2 parts 1 failed: UNDELIV");
    }

    @Test
    void aReportThatComesBeforeItsOutcomeWasRecordedIsFound() {
        site.kind("sms", "sms", WAIT, AT_ONCE);
        site.start("sms", new FarSide(effect -> {
            report("a1", DELIVERED);
            report("other", DELIVERED);
            return new Outcome.Accepted(List.of("a1"), null, new Answer("0", "queued"));
        }));

        site.record(trip("T91").wanting(plan("sms")).arrival());

        waitFor("delivered");
        assertThat(site.rows.list("select reference, matched from effect_report order by reference"))
                .containsExactly("a1 t", "other f");
    }

    @Test
    @Tag("I04")
    void anIdThatTheCentreUsesAgainIsThatOfItsNewestMessage() {
        acceptedAs("7");
        waitFor("accepted");
        report("7", DELIVERED);
        waitFor("delivered");
        report("7", DELIVERED);

        site.record(trip("T92").wanting(plan("sms")).arrival());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.states()).containsExactly("delivered", "accepted"));
        report("7", FAILED);

        assertThat(site.states()).containsExactly("delivered", "rejected");
    }

    @Test
    @Tag("I04")
    void anOlderMessageIsNotSettledByWhatMaySpeakOfANewerOne() {
        acceptedAs("7");
        waitFor("accepted");
        site.record(trip("T92").wanting(plan("sms")).arrival());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("accepted", "accepted"));

        report("7", DELIVERED);
        report("7", DELIVERED);

        assertThat(site.states()).containsExactly("accepted", "delivered");
    }

    @Test
    @Tag("I04")
    void aReportOnAnIdUsedAgainFindsItsMessageAlsoBeforeThatIsRecorded() {
        acceptedAs("7");
        waitFor("accepted");
        report("7", DELIVERED);
        site.effects.channels().forEach(site.effects::stop);
        site.start("sms", new FarSide(effect -> {
            report("7", FAILED);
            return new Outcome.Accepted(List.of("7"), null, new Answer("0", "queued"));
        }));

        site.record(trip("T92").wanting(plan("sms")).arrival());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.states()).containsExactly("delivered", "rejected"));
    }

    @Test
    void aTargetThatAcceptsIsAskedWhenItsTimeHasCome() {
        site.kind("erp", "erp", WAIT, AT_ONCE);
        FarSide erp = new FarSide(effect -> effect.purpose() == Purpose.SEND
                ? new Outcome.Accepted(List.of("JOB-1"), Duration.ofMillis(1), Answer.NONE)
                : new Outcome.Delivered("DOC-1", Answer.NONE));
        site.start("erp", erp);

        site.record(trip("T91").wanting(plan("erp")).arrival());

        waitFor("delivered");
        assertThat(erp.seen).hasSize(2);
        assertThat(erp.seen.get(1).references()).containsExactly("JOB-1");
        assertThat(site.rows.list("select purpose, outcome from attempt order by attempt_id"))
                .containsExactly("SEND ACCEPTED", "QUERY DELIVERED");
        assertThat(site.rows.one("select reference from outbox")).isEqualTo("DOC-1");
    }
}
