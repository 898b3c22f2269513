package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.ledger.EffectPlanning.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What follows from what. */
class ConsequenceTest {

    static final List<Outcome> OUTCOMES = List.of(
            new Outcome.Delivered("4711", Answer.NONE),
            new Outcome.Accepted(List.of("a"), null, Answer.NONE),
            new Outcome.NotDone("refused", null, true, Answer.NONE),
            new Outcome.NotDone("throttled", Duration.ofSeconds(1), false, Answer.NONE),
            new Outcome.TargetStopped("401", Answer.NONE),
            new Outcome.Unknown("timeout", Answer.NONE),
            new Outcome.Rejected("422", Answer.NONE),
            new Outcome.Absent("404", Answer.NONE));

    private static final RetrySchedule SCHEDULE =
            new RetrySchedule(Duration.ofSeconds(10), 2, Duration.ofSeconds(300), 5);
    private static final UnknownRule ONCE_MORE = new UnknownRule(UnknownRule.Then.REPEAT, 1);
    private static final Outcome UNKNOWN = new Outcome.Unknown("no answer", Answer.NONE);
    private static final Outcome NOT_DONE = new Outcome.NotDone("refused", null, true, Answer.NONE);

    private final Random random = new Random(4711);

    static List<Claim> claims(Kind kind) {
        List<Claim> claims = new ArrayList<>();
        for (Purpose purpose : Purpose.values()) {
            for (EffectState was : List.of(EffectState.PENDING, EffectState.UNKNOWN, EffectState.ACCEPTED)) {
                for (int failures : List.of(0, 4)) {
                    claims.add(claim(kind, purpose, was, failures, 0, was == EffectState.UNKNOWN));
                }
            }
        }
        return claims;
    }

    private static Claim claim(
            Kind kind, Purpose purpose, EffectState was, int failures, int repeats, boolean doubtful) {
        Claim.Names names = new Claim.Names("1/p/r", 1, 1, "p", "r", null, false);
        return new Claim(1, Instant.EPOCH, 1, Instant.EPOCH, 1, purpose, was, failures, repeats, doubtful, kind, names);
    }

    private static Kind kind(UnknownRule unknown) {
        return new Kind("k", "c", null, unknown, SCHEDULE, null, Lane.NONE, null, "k");
    }

    private Consequence first(UnknownRule rule, Outcome outcome) {
        return Consequence.of(claim(kind(rule), Purpose.SEND, EffectState.PENDING, 0, 0, false), outcome, true, random);
    }

    private Consequence repeat(UnknownRule rule, int repeats, Outcome outcome) {
        return Consequence.of(
                claim(kind(rule), Purpose.SEND, EffectState.UNKNOWN, 0, repeats, true), outcome, true, random);
    }

    @Test
    @Tag("I02")
    void unknownIsRepeatedWithTheKeyWhereTheReceiverKnowsKeys() {
        Consequence next = first(WITH_KEY, UNKNOWN);

        assertThat(next.state()).isEqualTo(EffectState.UNKNOWN);
        assertThat(next.due()).isBetween(Duration.ZERO, Duration.ofSeconds(10));
        assertThat(next.doubtful()).isTrue();
        assertThat(next.asks()).isFalse();
    }

    @Test
    void unknownIsRepeatedAsOftenAsIsTolerableAndThenWaitsForAPerson() {
        assertThat(first(ONCE_MORE, UNKNOWN).due()).isNotNull();
        assertThat(repeat(ONCE_MORE, 1, UNKNOWN).due()).isNull();
        assertThat(repeat(ONCE_MORE, 1, UNKNOWN).state()).isEqualTo(EffectState.UNKNOWN);
        assertThat(first(WAIT, UNKNOWN).due()).isNull();
    }

    @Test
    void aRepeatThatCertainlyDidNothingLeavesItUnknownAndIsNotUsedUp() {
        Consequence next = repeat(ONCE_MORE, 1, NOT_DONE);

        assertThat(next.state()).isEqualTo(EffectState.UNKNOWN);
        assertThat(next.due()).isNotNull();
        assertThat(next.repeats()).isZero();
        assertThat(next.doubtful()).isTrue();
    }

    @Test
    void aRefusedRepeatIsARefusalOnlyWhereTheReceiverTellsRepeatsByTheirKey() {
        Outcome refusal = new Outcome.Rejected("422", Answer.NONE);

        assertThat(first(WAIT, refusal).state()).isEqualTo(EffectState.REJECTED);
        assertThat(repeat(WITH_KEY, 1, refusal).state()).isEqualTo(EffectState.REJECTED);
        assertThat(repeat(ONCE_MORE, 1, refusal).state()).isEqualTo(EffectState.UNKNOWN);
        assertThat(repeat(ONCE_MORE, 1, refusal).due()).isNull();
    }

    @Test
    void whatCertainlyFailedIsAbandonedAtItsBoundAndThrottlingNeverCounts() {
        Claim last = claim(kind(WAIT), Purpose.SEND, EffectState.PENDING, 4, 0, false);
        Outcome throttled = new Outcome.NotDone("429", null, false, Answer.NONE);

        Consequence given = Consequence.of(last, NOT_DONE, true, random);
        assertThat(given.state()).isEqualTo(EffectState.ABANDONED);
        assertThat(given.failures()).isEqualTo(5);
        assertThat(given.reason()).startsWith("Given up after 5 failures: ");
        assertThat(Consequence.of(last, throttled, true, random).state()).isEqualTo(EffectState.PENDING);
        assertThat(Consequence.of(last, throttled, true, random).failures()).isEqualTo(4);
    }

    @Test
    void aTargetThatRefusesUsSpendsNothing() {
        Consequence next = first(WAIT, new Outcome.TargetStopped("401", Answer.NONE));

        assertThat(next.state()).isEqualTo(EffectState.PENDING);
        assertThat(next.failures()).isZero();
        assertThat(next.due()).isZero();
    }

    @Test
    void onlyAProvenAbsenceSendsAgainAfterAQuestion() {
        Claim asked = claim(kind(WAIT), Purpose.QUERY, EffectState.ACCEPTED, 0, 0, false);

        assertThat(Consequence.of(asked, NOT_DONE, true, random).state()).isEqualTo(EffectState.ACCEPTED);
        assertThat(Consequence.of(asked, UNKNOWN, true, random).asks()).isTrue();
        Consequence absent = Consequence.of(asked, new Outcome.Absent("404", Answer.NONE), true, random);
        assertThat(absent.state()).isEqualTo(EffectState.PENDING);
        assertThat(absent.asks()).isFalse();
        assertThat(first(WAIT, new Outcome.Absent("404", Answer.NONE)).state()).isEqualTo(EffectState.UNKNOWN);
    }

    @Test
    void whatIsAcceptedAndDeniedAgainAndAgainIsGivenUpAtTheBound() {
        Outcome denied = new Outcome.Absent("404", Answer.NONE);
        Consequence next = first(WITH_KEY, new Outcome.Accepted(List.of("a"), null, Answer.NONE));
        int denials = 0;
        while (next.state() == EffectState.ACCEPTED && denials < 100) {
            next = Consequence.of(after(next, Purpose.QUERY), denied, true, random);
            denials++;
            if (next.state() == EffectState.PENDING) {
                next = Consequence.of(after(next, Purpose.SEND), OUTCOMES.get(1), true, random);
            }
        }

        assertThat(denials).isEqualTo(SCHEDULE.attemptsMax());
        assertThat(next.state()).isEqualTo(EffectState.ABANDONED);
        assertThat(next.repeats()).isEqualTo(denials);
        assertThat(next.reason()).isEqualTo("Given up: 5 times accepted and then denied: 404");
    }

    private static Claim after(Consequence now, Purpose purpose) {
        return claim(kind(WITH_KEY), purpose, now.state(), now.failures(), now.repeats(), now.doubtful());
    }

    @Test
    void aProvenAbsenceLeavesNoDoubt() {
        Claim asked = claim(kind(WITH_KEY), Purpose.QUERY, EffectState.UNKNOWN, 4, 0, true);

        Consequence absent = Consequence.of(asked, new Outcome.Absent("404", Answer.NONE), true, random);

        assertThat(absent.state()).isEqualTo(EffectState.ABANDONED);
        assertThat(absent.doubtful()).isFalse();
        assertThat(absent.failures()).isEqualTo(5);
    }

    @Test
    @Tag("I07")
    void pausesGrowAreCappedAndSpreadAndTheLaterOfTheTwoWishesCounts() {
        assertThat(IntStream.rangeClosed(1, 8).mapToObj(SCHEDULE::ceiling).map(Duration::toSeconds))
                .containsExactly(10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
        List<Duration> pauses = IntStream.range(0, 500)
                .mapToObj(i -> SCHEDULE.pause(3, null, random))
                .toList();
        assertThat(pauses).allMatch(pause -> pause.compareTo(Duration.ofSeconds(40)) <= 0);
        assertThat(pauses.stream().distinct().count()).isGreaterThan(400);
        assertThat(IntStream.range(0, 500).mapToObj(i -> SCHEDULE.pause(1, Duration.ofSeconds(120), random)))
                .allMatch(pause -> pause.toSeconds() >= 120 && pause.toSeconds() <= 130);
        assertThat(SCHEDULE.pause(1, Duration.ofDays(9), random)).isLessThanOrEqualTo(Duration.ofSeconds(310));
        assertThat(SCHEDULE.pause(1, Duration.ofSeconds(-5), random)).isLessThanOrEqualTo(Duration.ofSeconds(10));
    }
}
