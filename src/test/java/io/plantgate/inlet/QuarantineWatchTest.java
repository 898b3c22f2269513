package io.plantgate.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import io.plantgate.ledger.Decision;
import io.plantgate.testing.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** When a person is called about what goes to quarantine, and when no more. */
class QuarantineWatchTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-02T08:00:30Z"));
    private final InstantSource time = now::get;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QuarantineWatch watch = new QuarantineWatch(time.withZone(ZoneOffset.UTC), meters, 3);

    @Test
    void whatIsWithinTheBoundIsCountedByReasonAndNobodyIsCalled() {
        quarantined("mqtt:pumps", ReasonCode.MALFORMED, 2);
        quarantined("mqtt:pumps", ReasonCode.SOURCE_NOT_ALLOWED, 1);

        assertThat(watch.warning("mqtt:pumps")).isEmpty();
        assertThat(count("MALFORMED")).isEqualTo(2);
        assertThat(count("SOURCE_NOT_ALLOWED")).isEqualTo(1);
    }

    @Test
    void oneMoreInTheMinuteIsSaidOnceAndOfThatInletOnly() {
        try (LogLines log = new LogLines()) {
            quarantined("mqtt:pumps", ReasonCode.MALFORMED, 10);
            quarantined("amqp:valves", ReasonCode.MALFORMED, 3);

            assertThat(watch.warning("mqtt:pumps"))
                    .hasValue("10 messages of one minute went to quarantine, more than 3");
            assertThat(watch.warning("amqp:valves")).isEmpty();
            assertThat(log.with("WARN", "mqtt:pumps", "MALFORMED", "per-minute-max"))
                    .hasSize(1);
        }
    }

    @Test
    void itIsForgottenAfterAWholeMinuteWithout() {
        quarantined("mqtt:pumps", ReasonCode.MALFORMED, 4);
        pass(Duration.ofSeconds(60));
        quarantined("mqtt:pumps", ReasonCode.MALFORMED, 1);
        assertThat(watch.warning("mqtt:pumps")).as("of the minute before").isPresent();

        pass(Duration.ofSeconds(60));
        assertThat(watch.warning("mqtt:pumps")).isEmpty();
    }

    @Test
    void slowlyNobodyIsCalledHoweverMany() {
        for (int minute = 0; minute < 5; minute++) {
            quarantined("mqtt:pumps", ReasonCode.MALFORMED, 3);
            assertThat(watch.warning("mqtt:pumps")).isEmpty();
            pass(Duration.ofSeconds(60));
        }
        assertThat(count("MALFORMED")).isEqualTo(15);
    }

    @Test
    void whatIsReadableDoesNotCount() {
        for (int arrival = 0; arrival < 10; arrival++) {
            watch.decided("mqtt:pumps", new Decision.Canonical(arrival, false, OptionalLong.empty()));
        }
        assertThat(watch.warning("mqtt:pumps")).isEmpty();
        assertThat(meters.getMeters()).isEmpty();
    }

    private void quarantined(String inlet, ReasonCode code, int times) {
        for (int arrival = 0; arrival < times; arrival++) {
            watch.decided(inlet, new Decision.Quarantined(arrival, new Reason(code, "said by a test")));
        }
    }

    private double count(String reason) {
        return meters.get("plantgate.inlet.quarantined")
                .tags("inlet", "mqtt:pumps", "reason", reason)
                .counter()
                .count();
    }

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }
}
