package io.plantgate.sequence.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.testing.LogLines;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import org.junit.jupiter.api.Test;

class GapUpkeepTest {

    @Test
    void aLargeOrOldGapIsAnAlarmOnceAndAVeryOldOneIsGivenUp() {
        try (TestDatabase database = TestDatabase.fresh()) {
            Rows rows = new Rows(database.dataSource());
            rows.execute("insert into source (source) values ('sequence:D')");
            rows.execute("insert into sequence_track (source_id, boot_id, high) select source_id, '', 999 from source");
            gap(rows, 1, 5, "1 second");
            gap(rows, 10, 200, "1 second");
            gap(rows, 300, 301, "20 seconds");
            gap(rows, 400, 401, "200 seconds");
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            GapUpkeep upkeep = new GapUpkeep(database.dataSource(), new GapSettings(100, 10, 100), meters);

            upkeep.look();
            upkeep.look();

            assertThat(rows.list(
                            "select first_skipped, state, alarmed_at is not null from sequence_gap_list order by 1"))
                    .containsExactly("1 open f", "10 open t", "300 open t", "400 given up t");
            assertThat(meters.get("plantgate.sequence.gaps.open").gauge().value())
                    .isEqualTo(3);
            assertThat(meters.get("plantgate.sequence.gaps.alarmed").gauge().value())
                    .isEqualTo(2);
            assertThat(meters.get("plantgate.sequence.gap.alarms")
                            .functionCounter()
                            .count())
                    .isEqualTo(3);
        }
    }

    @Test
    void aSequenceThatBeganAgainIsToldOnceAndCounted() {
        try (TestDatabase database = TestDatabase.fresh();
                LogLines log = new LogLines()) {
            Rows rows = new Rows(database.dataSource());
            rows.execute("insert into source (source) select 'sequence:TOLD-' || i from generate_series(1, 25) i");
            rows.execute("insert into sequence_track (source_id, boot_id, high) select source_id, '', 9 from source");
            rows.execute("insert into sequence_restart (source_id, boot_id, generation, arrival_id, high)"
                    + " select source_id, '', g, 100 * source_id + g, 5 from source, generate_series(1, 2) g");
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            GapUpkeep upkeep = new GapUpkeep(database.dataSource(), new GapSettings(100, 10, 100), meters);

            upkeep.look();
            upkeep.look();

            assertThat(meters.get("plantgate.sequence.restarts")
                            .functionCounter()
                            .count())
                    .isEqualTo(50);
            assertThat(log.with("sequence:TOLD-", "2 times, generation 2 since arrival"))
                    .hasSize(20);
            assertThat(log.with("5 sequences more have begun again")).hasSize(1);
            assertThat(rows.count("sequence_restart where told_at is null")).isZero();
        }
    }

    private static void gap(Rows rows, long from, long to, String age) {
        rows.execute("""
                insert into sequence_gap
                       (source_id, boot_id, generation, first_no, last_no, missing, opened_by, opened_at)
                select source_id, '', 0, %d, %d, %d, 1, now() - interval '%s' from source""".formatted(from, to, to - from + 1, age));
    }
}
