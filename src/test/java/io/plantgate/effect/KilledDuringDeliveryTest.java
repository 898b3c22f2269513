package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.effect.HaltingDelivery.Step;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway killed at each step of a delivery, and the one that comes after it. */
class KilledDuringDeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final UnknownRule ONCE_MORE = new UnknownRule(UnknownRule.Then.REPEAT, 1);

    private final EffectFixture site = new EffectFixture();

    @TempDir
    private Path directory;

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("I08")
    @Tag("E-54")
    @Tag("E-57")
    @Tag("E-62")
    void theAttemptShowsItAndAReceiverThatKnowsKeysActsOnce(Step step) throws Exception {
        dieAt(step);
        boolean recorded = step == Step.RECORDED;
        assertThat(site.states()).containsExactly(recorded ? "delivered" : "in_flight");
        assertThat(site.rows.one("select attempt_no, outcome from attempt"))
                .isEqualTo(recorded ? "1 DELIVERED" : "1 null");
        assertThat(seenByTheFarSide()).hasSize(step == Step.CLAIMED ? 0 : 1);

        FarSide erp = goOn(WITH_KEY);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        String key = site.rows.one("select idempotency_key from outbox");
        assertThat(erp.keys()).hasSize(recorded ? 0 : 1).containsOnly(recorded ? new String[0] : new String[] {key});
        assertThat(seenByTheFarSide()).allMatch(line -> line.equals(key + " false"));
        assertThat(site.rows.list("select attempt_no, repeat, outcome from attempt order by attempt_id"))
                .isEqualTo(recorded ? List.of("1 f DELIVERED") : List.of("1 f UNKNOWN", "2 t DELIVERED"));
    }

    @Test
    @Tag("I08")
    void aTolerableRepeatIsSentAsOftenAsItsRuleAllowsAndMarked() throws Exception {
        dieAt(Step.SENT);

        FarSide sms = goOn(ONCE_MORE, new Outcome.Unknown("NO_ANSWER", Answer.NONE));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.rows.one("select state, due_at, repeats from outbox"))
                        .isEqualTo("unknown null 1"));
        assertThat(sms.seen).singleElement().satisfies(effect -> assertThat(effect.repeat())
                .isTrue());
    }

    @Test
    @Tag("I08")
    void equipmentIsNotWrittenAgain() throws Exception {
        dieAt(Step.SENT);

        FarSide plc = goOn(WAIT);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.rows.one("select state, due_at from outbox"))
                .isEqualTo("unknown null"));
        assertThat(plc.seen).isEmpty();
    }

    private FarSide goOn(UnknownRule rule) {
        FarSide farSide = FarSide.confirming();
        return goOn(rule, farSide);
    }

    private FarSide goOn(UnknownRule rule, Outcome outcome) {
        return goOn(rule, new FarSide(effect -> outcome));
    }

    private FarSide goOn(UnknownRule rule, FarSide farSide) {
        site.kind("kind", "target", rule, AT_ONCE);
        site.start("target", farSide);
        return farSide;
    }

    private List<String> seenByTheFarSide() throws IOException {
        Path seen = directory.resolve("seen");
        return Files.exists(seen) ? Files.readAllLines(seen) : List.of();
    }

    private void dieAt(Step step) throws Exception {
        site.record(trip("T91").wanting(plan("kind")).arrival());
        File output = directory.resolve("output").toFile();
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HaltingDelivery.class.getName(),
                        step.name(),
                        site.database.url(),
                        directory.resolve("seen").toString())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(step + " was reached").isEqualTo(HaltingDelivery.HALTED);
        } finally {
            child.destroyForcibly();
        }
    }
}
