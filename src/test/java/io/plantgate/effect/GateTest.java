package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.plantgate.event.Arrival;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The circuit and the rate of one channel. */
class GateTest {

    private static final Outcome FAILURE = new Outcome.NotDone("refused", null, true, Answer.NONE);
    private static final Outcome THROTTLED = new Outcome.NotDone("429", null, false, Answer.NONE);
    private static final Duration TOOK = Duration.ofMillis(1);

    @Test
    void failuresOpenTheCircuitAndThrottlingDoesNot() {
        Gate gate = new Gate(ChannelTerms.of("erp").withCircuit(new ChannelTerms.Circuit(50, 4, 3_600_000)));

        for (int i = 0; i < 10; i++) {
            assertThat(gate.let(1)).isEqualTo(1);
            gate.heard(List.of(THROTTLED), TOOK);
        }
        assertThat(gate.state()).isEqualTo(CircuitBreaker.State.CLOSED);
        for (int i = 0; i < 4; i++) {
            assertThat(gate.let(1)).isEqualTo(1);
            gate.heard(List.of(FAILURE), TOOK);
        }
        assertThat(gate.state()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(gate.let(8)).isZero();
        assertThat(gate.openUntil()).isAfter(Instant.now());
    }

    @Test
    void oneThatNeverOpensStaysClosedWhereEverythingFails() {
        Gate gate = new Gate(ChannelTerms.of("erp").withCircuit(new ChannelTerms.Circuit(101, 4, 3_600_000)));

        for (int i = 0; i < 10; i++) {
            gate.heard(List.of(FAILURE), TOOK);
        }

        assertThat(gate.let(8)).isEqualTo(8);
    }

    @Test
    void aHalfOpenCircuitOfWhoseCallsNothingIsHeardIsAskedAgain() {
        Gate gate = new Gate(new ChannelTerms("erp", 8, 0, 1, 1, 1, 1, 50, 1, new ChannelTerms.Circuit(50, 4, 20)));
        for (int i = 0; i < 4; i++) {
            gate.heard(List.of(FAILURE), TOOK);
        }

        for (int i = 0; i < 2; i++) {
            await().atMost(Duration.ofSeconds(60)).until(() -> gate.let(8) == 3);
        }
    }

    @Test
    void whatTheRateDoesNotAllowWaits() {
        Gate gate = new Gate(new ChannelTerms("sms", 8, 1, 1, 1, 1, 1, 1, 1, new ChannelTerms.Circuit(50, 20, 1_000)));

        int let = gate.let(8);
        gate.count(let);

        assertThat(let).isEqualTo(1);
    }

    @Test
    @Tag("I07")
    void fiveHundredThatFailAtOnceOpenTheirOwnCircuitAndComeBackSpread() throws Exception {
        RetrySchedule slow = new RetrySchedule(Duration.ofHours(1), 2, Duration.ofHours(9), 20);
        try (EffectFixture site = new EffectFixture()) {
            site.kind("erp-posting", "erp", WAIT, slow);
            site.kind("sms", "sms", WAIT, slow);
            site.record(IntStream.range(0, 500)
                    .mapToObj(i -> trip("T" + i).wanting(plan("erp-posting")).arrival())
                    .toArray(Arrival[]::new));
            FarSide erp = new FarSide(effect -> FAILURE);
            Channel channel = site.effects.start(
                    EffectFixture.terms("erp").withCircuit(new ChannelTerms.Circuit(50, 20, 3_600_000)), erp);
            Channel other = site.start("sms", FarSide.confirming());

            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(channel.gate().state()).isEqualTo(CircuitBreaker.State.OPEN));
            await().atMost(Duration.ofSeconds(60)).until(() -> channel.underWay() == 0);

            assertThat(erp.seen).hasSizeBetween(20, 100);
            assertThat(site.rows.count("outbox where failures = 0 and attempts = 0"))
                    .isEqualTo(500 - erp.seen.size());
            assertThat(site.rows.count("(select distinct due_at from outbox where failures = 1) spread"))
                    .isGreaterThan(15);
            assertThat(other.gate().state()).isEqualTo(CircuitBreaker.State.CLOSED);
        }
    }

    @Test
    void howLongACircuitStaysOpenIsNotUpToTheMachinesClock() {
        Clock clock = Gate.config(ChannelTerms.of("erp")).getClock();
        Instant before = clock.instant();

        assertThat(before).isBefore(Instant.EPOCH.plus(Duration.ofMinutes(10)));
        await().atMost(Duration.ofSeconds(60)).until(() -> clock.instant().isAfter(before.plusMillis(20)));
    }
}
