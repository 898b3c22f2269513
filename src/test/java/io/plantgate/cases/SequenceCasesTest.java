package io.plantgate.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.ReasonCode;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Decision.Canonical;
import io.plantgate.ledger.Decision.Conflict;
import io.plantgate.ledger.Decision.Duplicate;
import io.plantgate.ledger.Decision.Incomplete;
import io.plantgate.ledger.Decision.Quarantined;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract {@code sequence} on the real path: bytes in, decision and rows out. */
class SequenceCasesTest {

    private static final String DRONES = """
            contract: sequence
            format: json
            identity:
              entity: /drone_id
              seq: /seq
            """;

    @Test
    @Tag("Q-18")
    @Tag("Q-19")
    @Tag("Q-20")
    void theTrackOfADroneIsRecordedOnceWhateverIsReplayed() {
        try (RealPath path = new RealPath(DRONES)) {
            String fix = """
                    {"drone_id":"D-1","seq":%d,"lat":31.2%d,"lon":121.4,"ts":1700000000}""";
            List<Verdict> flight = LongStream.rangeClosed(1020, 1024)
                    .mapToObj(seq -> verdict(path, fix.formatted(seq, seq)))
                    .toList();
            List<Verdict> replay = LongStream.rangeClosed(1022, 1024)
                    .mapToObj(seq -> verdict(path, fix.formatted(seq, seq)))
                    .toList();

            assertThat(flight).containsOnly(Verdict.CANONICAL);
            assertThat(replay).containsOnly(Verdict.DUPLICATE);
            assertThat(verdict(path, """
                    {"drone_id":"D-2","seq":1024,"lat":0,"lon":0,"ts":1700000000}""")).isEqualTo(Verdict.CANONICAL);
            assertThat(path.rows.one("select entity, highest, numbers from sequence_entity where entity = 'D-1'"))
                    .isEqualTo("D-1 1024 5");
        }
    }

    @Test
    @Tag("G03")
    void aFirstThatComesLateIsCanonicalAndMarked() {
        try (RealPath path = new RealPath(DRONES)) {
            List<Decision> decisions = receive(path, "D-1", 5, 3, 4, 5);

            assertThat(verdicts(decisions))
                    .containsExactly(Verdict.CANONICAL, Verdict.CANONICAL, Verdict.CANONICAL, Verdict.DUPLICATE);
            assertThat(((Canonical) decisions.get(0)).late()).isFalse();
            assertThat(((Canonical) decisions.get(1)).late()).isTrue();
            assertThat(((Duplicate) decisions.get(3)).canonicalId())
                    .isEqualTo(decisions.get(0).arrivalId());
            assertThat(((Duplicate) decisions.get(3)).firstArrivalAt()).isNotNull();
        }
    }

    @Test
    @Tag("G01")
    void numbersOfAModulusGoOnWhereTheyStartAgain() {
        try (RealPath path = new RealPath(DRONES + "sequence: { modulus: uint8 }\n")) {
            assertThat(verdicts(receive(path, "D-1", 254, 255, 0, 1, 255)))
                    .containsExactly(
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.CANONICAL,
                            Verdict.DUPLICATE);

            Incomplete far = (Incomplete) receive(path, "D-1", 100).get(0);
            assertThat(far.reason().code()).isEqualTo(ReasonCode.TOO_OLD_TO_TELL);
            assertThat(path.rows.count("arrival where reason = 'TOO_OLD_TO_TELL' and transition_id = '100'"))
                    .isEqualTo(1);
            assertThat(path.rows.count("work_item where reason = 'TOO_OLD_TO_TELL'"))
                    .isEqualTo(1);
        }
    }

    @Test
    @Tag("G02")
    @Tag("Q-06")
    void anotherContentUnderAKnownNumberIsAConflictAndIsKept() {
        try (RealPath path = new RealPath(DRONES)) {
            Decision first = decide(path, "{\"drone_id\":\"D\",\"seq\":1,\"v\":3}");
            Decision afterPowerCycle = decide(path, "{\"drone_id\":\"D\",\"seq\":1,\"v\":9}");

            assertThat(afterPowerCycle).isInstanceOf(Conflict.class);
            assertThat(((Conflict) afterPowerCycle).canonicalId()).isEqualTo(first.arrivalId());
            assertThat(((Conflict) afterPowerCycle).firstPayloadHash()).hasSize(8);
            assertThat(path.rows.one("select convert_from(raw, 'UTF8') from arrival where decision = 'CONFLICT'"))
                    .contains("\"v\":9");
        }
    }

    @Test
    @Tag("G05")
    void anOlderBootsNumbersAreKeptAndMarkedLate() {
        try (RealPath path = new RealPath(DRONES.replace("seq: /seq", "seq: /seq\n  bootId: /boot"))) {
            assertThat(boot(path, "b1", 42)).isInstanceOf(Canonical.class);
            assertThat(boot(path, "b2", 1)).isInstanceOf(Canonical.class);
            Decision late = boot(path, "b1", 41);

            assertThat(((Canonical) late).late()).isTrue();
            assertThat(boot(path, "b1", 42)).isInstanceOf(Duplicate.class);
            assertThat(((Canonical) boot(path, "b2", 2)).late()).isFalse();
            assertThat(path.rows.list("select boot_id, highest from sequence_entity order by boot_id"))
                    .containsExactly("b1 42", "b2 2");
            assertThat(path.rows.count("boot_generation")).isEqualTo(2);
        }
    }

    @Test
    void belowTheWindowTheBlocksRemember() {
        try (RealPath path = new RealPath(DRONES + "sequence: { window: 64, evidence: compact }\n")) {
            receive(
                    path,
                    "D",
                    LongStream.rangeClosed(1, 3000).filter(n -> n != 17).toArray());

            assertThat(verdicts(receive(path, "D", 5, 17, 17, 2999)))
                    .containsExactly(Verdict.DUPLICATE, Verdict.CANONICAL, Verdict.DUPLICATE, Verdict.DUPLICATE);
            assertThat(path.rows.one("select numbers, missing, filled_gaps from sequence_entity"))
                    .isEqualTo("3000 0 1");
        }
    }

    @Test
    void compactEvidenceKeepsARowOfAllButPlainFirsts() {
        try (RealPath path = new RealPath(DRONES + "sequence: { evidence: compact }\n")) {
            receive(path, "D", 1, 2, 3, 4, 4, 6, 5, 7);

            assertThat(path.rows.list("select transition_id, decision, late from arrival order by arrival_id"))
                    .containsExactly("1 CANONICAL f", "4 DUPLICATE f", "6 CANONICAL f", "5 CANONICAL t");
            assertThat(path.rows.one("select numbers from sequence_entity")).isEqualTo("7");
        }
    }

    @Test
    void aSkippedRangeIsAGapUntilItsLastNumberComes() {
        try (RealPath path = new RealPath(DRONES)) {
            receive(path, "D", 1, 5, 9, 3, 2);
            String gaps =
                    "select first_skipped, last_skipped, missing, missing_numbers, state from sequence_gap_list order by gap_id";
            assertThat(path.rows.list(gaps)).containsExactly("2 4 1 4 open", "6 8 3 6-8 open");

            receive(path, "D", 4, 4);
            assertThat(path.rows.list(gaps)).containsExactly("2 4 0 null filled", "6 8 3 6-8 open");

            // What comes after all is kept after all.
            path.rows.execute("update sequence_gap set given_up_at = now() where filled_at is null");
            assertThat(path.rows.list(gaps)).containsExactly("2 4 0 null filled", "6 8 3 6-8 given up");
            assertThat(verdicts(receive(path, "D", 7, 8, 6))).containsOnly(Verdict.CANONICAL);
            assertThat(path.rows.list(gaps)).containsExactly("2 4 0 null filled", "6 8 0 null filled");
        }
    }

    @Test
    void aPartlyFilledGapSaysWhichNumbersAreMissing() {
        try (RealPath path = new RealPath(DRONES + "sequence: { modulus: uint16, evidence: compact }\n")) {
            receive(path, "D", 65_000, 500, 65_534, 65_535, 0, 2);
            String gap = "select first_skipped || '-' || last_skipped, missing, missing_numbers from sequence_gap_list";
            assertThat(path.rows.list(gap)).containsExactly("65001-499 1031 65001-65533, 1, 3-499");

            receive(path, "D", LongStream.iterate(4, n -> n + 2).limit(40).toArray());
            assertThat(path.rows.one(gap)).contains(", 15, 17, 19").endsWith(", 37, and 23 ranges more");
        }
    }

    @Test
    void ofBothContentsInOneBatchTheItemHasBoth() {
        for (String evidence : List.of("all", "compact")) {
            try (RealPath path = new RealPath(DRONES + "sequence: { evidence: " + evidence + " }\n")) {
                path.receiveAll(
                        "[{\"drone_id\":\"D\",\"seq\":1},{\"drone_id\":\"D\",\"seq\":2,\"v\":3},{\"drone_id\":\"D\",\"seq\":2,\"v\":9}]"
                                .getBytes(StandardCharsets.UTF_8));

                assertThat(
                                path.rows.one(
                                        "select convert_from(first_raw, 'UTF8'), convert_from(other_raw, 'UTF8') from work_item"))
                        .contains("\"v\":3")
                        .contains("\"v\":9");
            }
        }
    }

    @Test
    void ofAPlainFirstTheBlockKnowsNumberTimeAndDigestAndSaysSo() {
        try (RealPath path = new RealPath(DRONES + "sequence: { evidence: compact }\n")) {
            receive(path, "D", 1, 2, 3);
            Decision again = decide(path, "{\"drone_id\":\"D\",\"seq\":2,\"v\":9}");
            Conflict conflict = (Conflict) again;

            assertThat(conflict.firstKept()).isFalse();
            assertThat(path.rows.one(
                            "select s.source, \"position\", encode(f.digest, 'hex'), f.arrival_at = c.first_arrival_at,"
                                    + " encode(c.first_payload_hash, 'hex')"
                                    + " from sequence_first(?) f join source s using (source_id) cross join conflict_log c",
                            conflict.canonicalId()))
                    .isEqualTo("sequence:D 2 %1$s t %1$s".formatted(conflict.firstPayloadHash()));
            assertThat(path.rows.list("select * from sequence_first(?)", conflict.arrivalId()))
                    .isEmpty();
            // What opens a block is no plain first, and has a row.
            assertThat(((Conflict) decide(path, "{\"drone_id\":\"D\",\"seq\":1,\"v\":9}")).firstKept())
                    .isTrue();
        }
    }

    @Test
    void aJumpThatNobodyWouldBelieveIsKeptForAPerson() {
        try (RealPath path = new RealPath(DRONES + "sequence: { jumpMax: 100 }\n")) {
            List<Decision> decisions = receive(path, "D", 1, 102, 101);

            assertThat(((Incomplete) decisions.get(1)).reason().code()).isEqualTo(ReasonCode.TOO_FAR_AHEAD);
            assertThat(decisions.get(2)).isInstanceOf(Canonical.class);
        }
    }

    @Test
    void aDeclaredRestartOpensAGenerationAndAReplayOfTheFormerOneDoesNot() {
        try (RealPath path = new RealPath(DRONES + "sequence: { restartsAt: 1 }\n")) {
            for (int seq = 1; seq <= 5; seq++) {
                assertThat(restarting(path, seq, "before")).isInstanceOf(Canonical.class);
            }
            Decision first = restarting(path, 1, "after");

            assertThat(((Canonical) first).late()).isFalse();
            assertThat(restarting(path, 2, "after")).isInstanceOf(Canonical.class);
            assertThat(restarting(path, 1, "after")).isInstanceOf(Duplicate.class);
            assertThat(restarting(path, 1, "before")).isInstanceOf(Duplicate.class);
            assertThat(restarting(path, 2, "before")).isInstanceOf(Duplicate.class);
            assertThat(restarting(path, 2, "other")).isInstanceOf(Conflict.class);
            assertThat(path.rows.one(
                            "select generation, highest_before, arrival_id, told_at from sequence_restart_list"))
                    .isEqualTo("1 5 " + first.arrivalId() + " null");
            assertThat(path.rows.one("select generation, restarted_at is not null from sequence_entity"))
                    .isEqualTo("1 t");
        }
    }

    @Test
    void aReplayOfTheFormerGenerationIsKnownAlsoWhereTheNewOneHasNotComeTo() {
        try (RealPath path = new RealPath(DRONES + "sequence: { restartsAt: 1, evidence: compact }\n")) {
            for (int seq = 1; seq <= 5; seq++) {
                restarting(path, seq, "before");
            }
            restarting(path, 1, "after");

            for (int seq = 2; seq <= 5; seq++) {
                assertThat(restarting(path, seq, "before")).isInstanceOf(Duplicate.class);
            }
            assertThat(((Canonical) restarting(path, 2, "after")).late()).isFalse();
            assertThat(path.rows.count("sequence_gap")).isZero();
        }
    }

    @Test
    void underAnotherModulusNothingIsTakenForARepeatAndAPersonSaysSo() {
        try (RealPath path = new RealPath(DRONES + "sequence: { modulus: uint8 }\n")) {
            receive(path, "D-1", 254, 255, 0, 1);
            path.change(DRONES);

            Incomplete asked = (Incomplete) receive(path, "D-1", 510).get(0);
            assertThat(asked.reason().code()).isEqualTo(ReasonCode.MODULUS_CHANGED);
            assertThat(asked.reason().detail()).contains("sequence.modulus").contains("513");
            assertThat(path.rows.one("select numbers, modulus from sequence_track"))
                    .isEqualTo("4 256");

            path.change(DRONES + "sequence: { restartsAt: 300 }\n");
            assertThat(receive(path, "D-1", 301).get(0)).isInstanceOf(Incomplete.class);
            assertThat(verdicts(receive(path, "D-1", 300, 301, 301)))
                    .containsExactly(Verdict.CANONICAL, Verdict.CANONICAL, Verdict.DUPLICATE);
            assertThat(path.rows.one(
                            "select generation, high, highest_before from sequence_restart_list join sequence_restart"
                                    + " using (source_id, boot_id, generation)"))
                    .isEqualTo("1 513 1");

            path.change(DRONES + "sequence: { modulus: uint8 }\n");
            assertThat(receive(path, "D-1", 5).get(0)).isInstanceOf(Incomplete.class);
        }
    }

    @Test
    void numbersOfFourBytesGoOnWhereTheyStartAgainWhateverRestartsInBetween() {
        try (RealPath path = new RealPath(DRONES + "sequence: { modulus: uint32 }\n")) {
            receive(path, "D-1", 4_294_967_294L);
            receive(path, "D-1", 1);
            assertThat(verdicts(receive(path, "D-1", 4_294_967_295L, 0, 1, 4_294_967_295L)))
                    .containsExactly(Verdict.CANONICAL, Verdict.CANONICAL, Verdict.DUPLICATE, Verdict.DUPLICATE);
            assertThat(path.rows.one("select first_skipped, last_skipped, missing, state from sequence_gap_list"))
                    .isEqualTo("4294967295 0 0 filled");
        }
    }

    @Test
    void aNameThatIsNoneIsKeptAndNamesNobody() {
        try (RealPath path = new RealPath(DRONES)) {
            String fix = "{\"drone_id\":\"%s\",\"seq\":1}";
            assertThat(reason(path, fix.formatted("D\\u0000"))).isEqualTo(ReasonCode.IDENTITY_CONTROL_CHARACTER);
            assertThat(reason(path, fix.formatted("D".repeat(300)))).isEqualTo(ReasonCode.IDENTITY_TOO_LONG);
            assertThat(reason(path, fix.formatted("D".repeat(1 << 20)))).isEqualTo(ReasonCode.TOO_LARGE);
            assertThat(decide(path, fix.formatted("\\ud83d"))).isInstanceOf(Quarantined.class);
            assertThat(verdict(path, fix.formatted("\uD83D\uDE81"))).isEqualTo(Verdict.CANONICAL);
            assertThat(verdict(path, fix.formatted("\\ud83d\\ude81"))).isEqualTo(Verdict.DUPLICATE);
            assertThat(path.rows.list("select entity from sequence_entity")).containsExactly("\uD83D\uDE81");
        }
    }

    @Test
    void aBirthNamesTheBootOfWhatFollowsIt() {
        try (RealPath path = new RealPath("""
                contract: sequence
                format: json
                identity:
                  entity: /node
                  seq: /seq
                  bootId: { template: "{bdSeq}/{birth}", parts: { bdSeq: /bdSeq, birth: /birth } }
                bootObserved: { when: [{ field: type, equals: NBIRTH }] }
                sequence: { modulus: uint8, birth: true }
                """)) {
            Decision early = decide(path, "{\"node\":\"N\",\"type\":\"NDATA\",\"seq\":7}");
            assertThat(((Incomplete) early).reason().code()).isEqualTo(ReasonCode.BIRTH_UNKNOWN);

            String born = "{\"node\":\"N\",\"type\":\"NBIRTH\",\"seq\":0,\"bdSeq\":%d,\"birth\":%d}";
            String data = "{\"node\":\"N\",\"type\":\"NDATA\",\"seq\":%d,\"v\":%d}";
            assertThat(decide(path, born.formatted(3, 1000))).isInstanceOf(Canonical.class);
            assertThat(decide(path, data.formatted(1, 10))).isInstanceOf(Canonical.class);
            assertThat(decide(path, born.formatted(4, 2000))).isInstanceOf(Canonical.class);
            assertThat(decide(path, data.formatted(1, 20))).isInstanceOf(Canonical.class);
            assertThat(decide(path, data.formatted(1, 20))).isInstanceOf(Duplicate.class);
            // A birth that is heard again is no newer for that.
            assertThat(decide(path, born.formatted(3, 1000))).isInstanceOf(Duplicate.class);
            assertThat(decide(path, data.formatted(2, 21))).isInstanceOf(Canonical.class);
            assertThat(path.rows.list("select boot_id, highest from sequence_entity order by boot_id"))
                    .containsExactly("3/1000 1", "4/2000 2");
        }
    }

    @Test
    @Tag("Q-12")
    void aLateFirstIsHandedOnAndMarkedOrRecordedOnlyAsTheProfileSays() {
        try (RealPath keeping = new RealPath(DRONES);
                RealPath strict = new RealPath(DRONES + "sequence: { order: strict }\n")) {
            assertThat(lateAndForward(keeping, 3)).containsExactly(false, true);
            assertThat(lateAndForward(keeping, 1)).containsExactly(true, true);
            assertThat(lateAndForward(strict, 3)).containsExactly(false, true);
            assertThat(lateAndForward(strict, 1)).containsExactly(true, false);
            assertThat(lateAndForward(strict, 1)).containsExactly(null, null);
            assertThat(strict.rows.count("arrival where transition_id = '1' and decision = 'CANONICAL'"))
                    .isEqualTo(1);
        }
    }

    private static List<Object> lateAndForward(RealPath path, int seq) {
        byte[] fix = "{\"drone_id\":\"D\",\"seq\":%d}".formatted(seq).getBytes(StandardCharsets.UTF_8);
        Exchange left = path.exchange(fix);
        return Arrays.asList(left.getProperty(LedgerExchange.LATE), left.getProperty(LedgerExchange.FORWARD));
    }

    @Test
    void aNumberThatIsNoneIsNeverTakenForOne() {
        try (RealPath path = new RealPath(DRONES + "sequence: { modulus: uint16 }\n")) {
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":-1}")).isEqualTo(ReasonCode.IDENTITY_NOT_DIGITS);
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":1.5}")).isEqualTo(ReasonCode.IDENTITY_NOT_DIGITS);
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":\"seven\"}"))
                    .isEqualTo(ReasonCode.IDENTITY_NOT_DIGITS);
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":65536}"))
                    .isEqualTo(ReasonCode.SEQUENCE_NUMBER_OUT_OF_RANGE);
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":1000000000000000000000}"))
                    .isEqualTo(ReasonCode.SEQUENCE_NUMBER_OUT_OF_RANGE);
            assertThat(reason(path, "{\"drone_id\":\"D\"}")).isEqualTo(ReasonCode.MISSING_SEQUENCE_NUMBER);
            assertThat(reason(path, "{\"drone_id\":\"D\",\"seq\":null}")).isEqualTo(ReasonCode.MISSING_SEQUENCE_NUMBER);
            assertThat(reason(path, "{\"seq\":1}")).isEqualTo(ReasonCode.MISSING_SOURCE);
            // The number as text is the number.
            assertThat(verdict(path, "{\"drone_id\":\"D\",\"seq\":7}")).isEqualTo(Verdict.CANONICAL);
            assertThat(verdict(path, "{\"drone_id\":\"D\",\"seq\":\"7\"}")).isEqualTo(Verdict.DUPLICATE);
        }
    }

    private static ReasonCode reason(RealPath path, String json) {
        Decision decision = decide(path, json);
        return decision instanceof Incomplete incomplete
                ? incomplete.reason().code()
                : ((Quarantined) decision).reason().code();
    }

    private static Decision restarting(RealPath path, int seq, String when) {
        return decide(path, "{\"drone_id\":\"D\",\"seq\":%d,\"when\":\"%s\"}".formatted(seq, when));
    }

    private static Decision boot(RealPath path, String boot, int seq) {
        return decide(path, "{\"drone_id\":\"D\",\"boot\":\"%s\",\"seq\":%d}".formatted(boot, seq));
    }

    private static Decision decide(RealPath path, String json) {
        return path.receive(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Verdict verdict(RealPath path, String json) {
        return decide(path, json).verdict();
    }

    private static List<Verdict> verdicts(List<Decision> decisions) {
        return decisions.stream().map(Decision::verdict).toList();
    }

    /** All in one array, so that a batch holds many. */
    private static List<Decision> receive(RealPath path, String drone, long... numbers) {
        String array = Arrays.stream(numbers)
                .mapToObj("{\"drone_id\":\"%s\",\"seq\":%%d}".formatted(drone)::formatted)
                .toList()
                .toString();
        return path.receiveAll(array.getBytes(StandardCharsets.UTF_8));
    }
}
