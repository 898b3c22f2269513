package io.plantgate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.ledger.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The acceptance file through the real intake and ledger into a real PostgreSQL, twice. */
class AcceptanceTest {

    private static AcceptanceRun run;
    private static AcceptanceReport first;
    private static AcceptanceReport second;

    @BeforeAll
    static void importTwice() throws Exception {
        run = new AcceptanceRun();
        first = run.importCases();
        second = run.importCases();
    }

    @AfterAll
    static void close() {
        run.close();
    }

    @Test
    @Tag("E-67")
    void everyLineIsDecidedAsExpected() {
        Comparison comparison = first.comparison().orElseThrow();

        assertThat(comparison.mismatches()).isEmpty();
        assertThat(comparison.lines()).isEqualTo(35);
        assertThat(counts(first)).containsExactly(13L, 12L, 2L, 6L, 2L);
    }

    @Test
    void theSecondImportAddsArrivalsButNoEventAndNoConflictItem() {
        assertThat(counts(second)).containsExactly(0L, 25L, 2L, 6L, 2L);
        assertThat(run.sql()
                        .sql("select count(*) from arrival")
                        .query(Long.class)
                        .single())
                .isEqualTo(70);
        assertThat(run.sql()
                        .sql("select count(*) from work_item where kind = 'CONFLICT'")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
        assertThat(second.conflicts()).singleElement().satisfies(item -> assertThat(item.arrivals())
                .hasSize(4));
    }

    @Test
    void aFileOfASequenceIsJudgedAsTheGatewayWouldAndEachLineIsInTheReport(@TempDir Path directory) throws Exception {
        Profile drones = ProfileFiles.parse("drones", "test", """
                contract: sequence
                format: json
                identity: { entity: /drone_id, seq: /seq }
                sequence: { modulus: uint8, evidence: compact }
                """);
        try (AcceptanceRun sequences = new AcceptanceRun(drones)) {
            String line =
                    "{\"arrivalAt\":\"2026-03-02T08:00:0%d.000Z\",\"payload\":{\"drone_id\":\"D\",\"seq\":%d,\"v\":%d}}";
            AcceptanceReport report = sequences.importLines(
                    directory,
                    line.formatted(1, 254, 1),
                    line.formatted(2, 255, 2),
                    line.formatted(3, 1, 3),
                    line.formatted(4, 0, 4),
                    line.formatted(5, 255, 2),
                    line.formatted(6, 255, 9));

            assertThat(report.rows())
                    .extracting(ReportRow::verdict)
                    .containsExactly(
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.DUPLICATE,
                            Verdict.CONFLICT);
            assertThat(Wording.meaning(row(report, 4))).contains("its number is not the highest of its sequence");
            assertThat(Wording.meaning(row(report, 5))).isEqualTo("Same event again, 3.000 s after line 2.");
            assertThat(report.conflicts().get(0).differences()).isNotEmpty();
            assertThat(sequences
                            .sql()
                            .sql("select numbers from sequence_track")
                            .query(Long.class)
                            .single())
                    .isEqualTo(4);
        }
    }

    @Test
    @Tag("E-46")
    @Tag("E-47")
    void everyLineOfTheReportSaysWhoWhatAndWhen() {
        ReportRow row = row(first, 1);

        assertThat(row.arrival().source()).isEqualTo("PUMP-07/Trip");
        assertThat(row.arrival().transitionId()).isEqualTo("T91");
        assertThat(row.arrival().bootId()).isEqualTo("B17");
        assertThat(row.arrival().sourceTimestamp()).isEqualTo("2026-03-02T08:00:12.120+08:00");
        assertThat(Shown.time(row.arrivalAt())).isEqualTo("2026-03-02T08:00:12.180+08:00");
    }

    @Test
    @Tag("E-68")
    void everyRowKeepsItsRecordedArrivalTimeAndItsHashes() {
        assertThat(first.rows()).allSatisfy(row -> {
            assertThat(row.arrival().rawHash()).hasSize(64);
            assertThat(row.arrival().payloadHash() == null).isEqualTo(row.verdict() == Verdict.QUARANTINED);
        });
        assertThat(row(first, 2).arrival().arrivalAt()).isEqualTo(Instant.parse("2026-03-02T00:00:12.420Z"));
    }

    @Test
    @Tag("E-70")
    void aLateEventAndARecurringOneAreToldApart() {
        assertThat(first.rows())
                .filteredOn(row -> row.arrival().late())
                .extracting(ReportRow::line)
                .containsExactly(17);
        assertThat(recurrences()).containsExactly(Map.entry(3, 1), Map.entry(5, 4));
        assertThat(Wording.meaning(row(first, 2))).isEqualTo("Same event again, 0.240 s after line 1.");
        assertThat(Wording.meaning(row(first, 3))).contains("Candidate of a recurrence, not a resend", "of boot B17");
        assertThat(Wording.meaning(row(first, 17)))
                .contains("sent late: boot B17 was known and is not the newest of PUMP-07");
        assertThat(Wording.meaning(row(first, 32)))
                .contains("Opens generation B16")
                .doesNotContain("late");
    }

    @Test
    void aRepeatOfWhatCameBeforeTheFileNamesThatEvent() {
        assertThat(Wording.meaning(row(second, 1)))
                .startsWith("Same event again, 0.000 s after event " + arrivalId(first, 1)
                        + ", which was here before this file.");
    }

    @Test
    @Tag("E-04")
    void generationsOfADeviceStandInOrderOfFirstSightWhateverItsChannel() {
        assertThat(first.generations())
                .filteredOn(generation -> generation.device().equals("PUMP-07"))
                .extracting(BootGeneration::bootId)
                .containsExactly("B17", "B18", "B20", "B16");
    }

    @Test
    @Tag("E-71")
    void aResendIsOneCanonicalAndOneDuplicate() {
        assertThat(outcomes(1, 2)).containsExactly("Canonical", "Duplicate of line 1");
    }

    @Test
    @Tag("E-72")
    @Tag("E-35")
    void theSameTransitionUnderTwoBootsIsTwoEvents() {
        assertThat(outcomes(4, 5)).containsExactly("Canonical", "Canonical");
    }

    @Test
    @Tag("E-73")
    @Tag("E-80")
    void aConflictShowsBothHashesBothTimesAndTheFieldsAndTheFirstStays() {
        ConflictItem item = first.conflicts().get(0);

        assertThat(first.conflicts()).hasSize(1);
        assertThat(item.canonicalId()).isEqualTo(arrivalId(first, 6));
        assertThat(item.firstHash())
                .isEqualTo(row(first, 6).arrival().payloadHash())
                .isNotEqualTo(item.otherHash());
        assertThat(item.otherHash()).isEqualTo(row(first, 7).arrival().payloadHash());
        assertThat(item.firstArrivalAt()).isEqualTo(Instant.parse("2026-03-02T03:10:00Z"));
        assertThat(item.arrivals())
                .extracting(ConflictItem.OtherArrival::arrivalAt)
                .containsExactly(Instant.parse("2026-03-02T03:10:05Z"), Instant.parse("2026-03-02T03:10:06Z"));
        assertThat(item.differences()).containsExactly(new FieldDifference("severity", "High", "Low"));
        assertThat(summaryHash("VALVE-11/Position", "T7", "B3")).isEqualTo(item.firstHash());
    }

    @Test
    @Tag("E-74")
    @Tag("E-77")
    @Tag("E-40")
    void whatHasNoIdentityIsToBeCompletedAndNeverMerged() {
        List<ReportRow> incomplete = first.rows(Verdict.INCOMPLETE);

        assertThat(incomplete).extracting(ReportRow::line).containsExactly(10, 11, 12, 33, 34, 35);
        assertThat(incomplete)
                .allSatisfy(row -> assertThat(row.arrival().canonicalId()).isNull());
        assertThat(row(first, 35).arrival().rawHash())
                .isEqualTo(row(first, 10).arrival().rawHash());
        assertThat(Wording.meaning(row(first, 35))).startsWith("Generation unknown.");
    }

    @Test
    @Tag("E-61")
    void tenInjectionsAreOneCanonicalAndNineDuplicates() {
        assertThat(first.rows().subList(17, 27))
                .extracting(ReportRow::verdict)
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of(Verdict.CANONICAL),
                                Stream.generate(() -> Verdict.DUPLICATE).limit(9))
                        .toList());
        assertThat(first.rows().subList(17, 27))
                .extracting(ReportRow::arrivalAt)
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("E-75")
    void everyResultNamesTheQueryAndTheOneRowThatShowsIt() {
        assertThat(first.rows()).allSatisfy(row -> {
            List<Map<String, Object>> shown =
                    run.sql().sql(row.proof().query()).query().listOfRows();
            assertThat(shown).as(row.proof().query()).hasSize(1);
            assertThat(shown.get(0).getOrDefault("arrival_id", shown.get(0).get("canonical_id")))
                    .isEqualTo(row.proof().rowId());
        });
    }

    @Test
    @Tag("E-76")
    void sourceEventsArrivalsAndAttemptsAreCountedApart() {
        assertThat(first.totals()).isEqualTo(new Totals(13, 35, 0, 0));
        assertThat(second.totals()).isEqualTo(new Totals(13, 35, 0, 0));
    }

    private static List<Long> counts(AcceptanceReport report) {
        return Stream.of(Verdict.values()).map(report::count).toList();
    }

    private static List<String> outcomes(int... lines) {
        return IntStream.of(lines)
                .mapToObj(line -> Outcome.of(row(first, line)).toString())
                .toList();
    }

    private static List<Map.Entry<Integer, Integer>> recurrences() {
        return first.rows().stream()
                .filter(row -> row.arrival().recurrenceOf() != null)
                .map(row -> Map.entry(row.line(), lineOf(row.arrival().recurrenceOf())))
                .toList();
    }

    private static int lineOf(long arrivalId) {
        return first.rows().stream()
                .filter(row -> row.arrival().arrivalId() == arrivalId)
                .mapToInt(ReportRow::line)
                .findFirst()
                .orElseThrow();
    }

    private static String summaryHash(String source, String transitionId, String bootId) {
        return run.sql()
                .sql("""
                        select encode(payload_hash, 'hex')
                          from canonical_summary
                         where source = ? and transition_id = ? and boot_id = ?
                        """)
                .params(source, transitionId, bootId)
                .query(String.class)
                .single();
    }

    private static ReportRow row(AcceptanceReport report, int line) {
        return report.rows().get(line - 1);
    }

    private static long arrivalId(AcceptanceReport report, int line) {
        return row(report, line).arrival().arrivalId();
    }
}
