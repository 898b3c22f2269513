package io.plantgate.failure.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code mvn -Ptorture verify -Drounds=N [-Dseed=S] [-Dfaults=F]}: rounds with the seeds S, S + 1 …; a line for each in
 * {@code target/torture/summary.csv}, what happened when in {@code round-SEED.log}.
 */
class TortureRounds {

    private static final Path SUMMARY = Round.TARGET.resolve("summary.csv");

    /** The same without Maven, on a class path of one's own. */
    public static void main(String[] arguments) throws Exception {
        new TortureRounds().nothingAcknowledgedIsLostInAnyRound();
    }

    @Test
    void nothingAcknowledgedIsLostInAnyRound() throws Exception {
        long seed = Long.getLong("seed", System.currentTimeMillis());
        List<Outcome> outcomes = new ArrayList<>();
        write(Outcome.HEADER, StandardOpenOption.TRUNCATE_EXISTING);
        for (int round = 0; round < Integer.getInteger("rounds", 1); round++) {
            Outcome outcome = new Round(seed + round, Integer.getInteger("faults", 12)).run();
            write(outcome.csv(), StandardOpenOption.APPEND);
            System.out.println(outcome);
            outcomes.add(outcome);
        }
        assertThat(outcomes).filteredOn(outcome -> !outcome.isFlawless()).isEmpty();
    }

    private static void write(String line, StandardOpenOption how) throws IOException {
        Files.createDirectories(SUMMARY.getParent());
        Files.writeString(SUMMARY, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
    }
}
