package io.plantgate.failure.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes killed at random while they deliver: ten; a thousand with {@code -Dplantgate.test.kills=1000}. */
class KilledDeliveriesTest {

    private static final Path SUMMARY = KillRun.TARGET.resolve("summary.csv");

    @Test
    @Tag("I08")
    @Tag("E-54")
    @Tag("E-57")
    @Tag("E-58")
    @Tag("E-63")
    void whateverIsKilledNothingIsLostBookedTwiceRepeatedWithoutAMarkOrCalledDeliveredWithoutASign() throws Exception {
        long seed = Long.getLong("seed", System.currentTimeMillis());
        int kills = Integer.getInteger("plantgate.test.kills", 10);
        System.out.println("KilledDeliveriesTest seed " + seed + " (replay with -Dseed=" + seed + ")");

        KillOutcome outcome = new KillRun(seed, kills, Integer.getInteger("plantgate.test.kills.processes", 3)).run();

        Files.writeString(
                SUMMARY,
                KillOutcome.HEADER + "\n" + outcome.csv() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        System.out.println("MEASURED " + KillOutcome.HEADER + "\nMEASURED " + outcome.csv());
        assertThat(outcome.kills()).isGreaterThanOrEqualTo(kills);
        assertThat(outcome.wrong()).isEmpty();
    }
}
