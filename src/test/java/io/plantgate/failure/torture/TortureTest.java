package io.plantgate.failure.torture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short round of the torture; long ones: {@code mvn -Ptorture verify -Drounds=20}. */
class TortureTest {

    private static final int FAULTS = 4;

    @Test
    @Tag("E-50")
    @Tag("E-62")
    void whateverBreaksNothingAcknowledgedIsLostAndEachEventIsCanonicalOnce() throws Exception {
        long seed = Long.getLong("seed", System.currentTimeMillis());
        System.out.println("TortureTest seed " + seed + " (replay with -Dseed=" + seed + ")");
        Outcome outcome = new Round(seed, FAULTS).run();
        assertThat(outcome.isFlawless())
                .as(outcome + ", see target/torture/round-" + seed + ".log")
                .isTrue();
    }
}
