package io.plantgate.embedded.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SimulatedPumpTest {

    private static final Pattern BOOT = Pattern.compile("\"bootId\":\"(B\\d+)\"");

    @Test
    void aLongLifeHoldsEverythingThatPlantsDo() {
        List<String> said = life(7, 3_000);

        assertThat(new LinkedHashSet<>(said)).as("sends again").hasSizeLessThan(said.size());
        assertThat(said).anyMatch(message -> message.contains("\"kind\":\"boot\""));
        assertThat(said).anyMatch(message -> !message.contains("bootId"));
        assertThat(said.stream().map(SimulatedPumpTest::boot).distinct().count())
                .isGreaterThan(5);
    }

    @Test
    void bootsOnlyEverRiseAndEachStartsCountingAtOne() {
        List<String> said = life(11, 3_000);
        List<String> boots = said.stream()
                .map(SimulatedPumpTest::boot)
                .filter(boot -> !boot.isEmpty())
                .toList();

        assertThat(boots.stream().map(boot -> Long.parseLong(boot.substring(1))).toList())
                .isSorted();
        assertThat(said).filteredOn(message -> message.contains("\"T1\"")).hasSizeGreaterThan(5);
    }

    @Test
    void theSameSeedLivesTheSameLife() {
        assertThat(life(3, 500)).isEqualTo(life(3, 500));
    }

    private static List<String> life(long seed, int steps) {
        SimulatedPump pump = new SimulatedPump("PUMP-01", 17, new Random(seed));
        List<String> said = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            said.addAll(pump.step(Instant.parse("2026-03-02T00:00:00Z").plusSeconds(i)));
        }
        return said;
    }

    private static String boot(String message) {
        Matcher boot = BOOT.matcher(message);
        return boot.find() ? boot.group(1) : "";
    }
}
