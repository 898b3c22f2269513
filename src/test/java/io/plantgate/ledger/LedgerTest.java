package io.plantgate.ledger;

import static io.plantgate.ledger.Verdict.CANONICAL;
import static io.plantgate.ledger.Verdict.CONFLICT;
import static io.plantgate.ledger.Verdict.DUPLICATE;
import static io.plantgate.ledger.Verdict.INCOMPLETE;
import static io.plantgate.ledger.Verdict.QUARANTINED;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.event.Arrival;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.ProfileVersion;
import io.plantgate.ledger.Decision.Canonical;
import io.plantgate.ledger.Decision.Conflict;
import io.plantgate.ledger.Decision.Duplicate;
import io.plantgate.testing.Trip;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final LedgerFixture fixture = new LedgerFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @Tag("E-08")
    @Tag("E-09")
    @Tag("E-22")
    @Tag("E-23")
    @Tag("E-71")
    void aResendOfOneBootIsADuplicateThatKeepsItsOwnArrivalTime() {
        Decision first =
                fixture.recordOne(trip("T91").arrivingAt("00:00:12.180").arrival());
        Decision second =
                fixture.recordOne(trip("T91").arrivingAt("00:00:12.420").arrival());

        assertThat(first).isEqualTo(new Canonical(first.arrivalId(), false, OptionalLong.empty()));
        assertThat(second)
                .isEqualTo(new Duplicate(
                        second.arrivalId(), first.arrivalId(), Instant.parse("2026-03-02T00:00:12.180Z"), false, true));
        assertThat(fixture.rows.list("select arrival_at at time zone 'UTC' from arrival order by arrival_id"))
                .containsExactly("2026-03-02 00:00:12.18", "2026-03-02 00:00:12.42");
        assertThat(fixture.rows.one("select duplicate_of from duplicate_log")).isEqualTo("" + first.arrivalId());
    }

    @Test
    @Tag("E-10")
    @Tag("E-11")
    @Tag("E-24")
    @Tag("E-34")
    @Tag("E-35")
    @Tag("E-72")
    void theSameNameUnderAnotherBootIsAnotherEventAndACandidateOfRecurrence() {
        Decision beforeRestart = fixture.recordOne(trip("T22").ofBoot("B17").arrival());
        Decision afterRestart = fixture.recordOne(trip("T22").ofBoot("B18").arrival());

        assertThat(afterRestart)
                .isEqualTo(new Canonical(afterRestart.arrivalId(), false, OptionalLong.of(beforeRestart.arrivalId())));
    }

    @Test
    void recurrenceIsFoundInsideOneTransactionTooAndOnlyBackwards() {
        List<Decision> decisions = fixture.record(
                trip("T22").ofBoot("B17").arrival(),
                trip("T22").ofBoot("B18").arrival(),
                trip("T22").ofBoot("B19").arrival());

        assertThat(decisions.get(0)).isEqualTo(canonical(decisions.get(0), OptionalLong.empty()));
        assertThat(decisions.get(1))
                .isEqualTo(canonical(
                        decisions.get(1), OptionalLong.of(decisions.get(0).arrivalId())));
        assertThat(decisions.get(2))
                .isEqualTo(canonical(
                        decisions.get(2), OptionalLong.of(decisions.get(1).arrivalId())));
    }

    private static Canonical canonical(Decision decision, OptionalLong recurrenceOf) {
        return new Canonical(decision.arrivalId(), false, recurrenceOf);
    }

    @Test
    @Tag("E-25")
    @Tag("E-26")
    @Tag("E-28")
    @Tag("E-73")
    @Tag("E-80")
    void anotherPayloadIsAConflictAndTheFirstStaysUntouched() {
        Decision first = fixture.recordOne(trip("T7").saying("High").arrival());
        String before = fixture.rows.one("select i::text from identity i");
        Conflict other = (Conflict) fixture.recordOne(trip("T7").saying("Low").arrival());

        assertThat(other.canonicalId()).isEqualTo(first.arrivalId());
        assertThat(other.firstPayloadHash()).isNotEqualTo(other.payloadHash());
        assertThat(fixture.rows.one("select i::text from identity i")).isEqualTo(before);
        assertThat(fixture.rows.one(
                        "select count(*), bool_and(first_raw is not null and other_raw is not null) from work_item"))
                .isEqualTo("1 t");
        assertThat(fixture.rows.list("select convert_from(raw, 'UTF8') from arrival order by arrival_id"))
                .containsExactly("PUMP-07/Trip|T7|B17|High", "PUMP-07/Trip|T7|B17|Low");
        assertThat(fixture.rows.one(
                        "select canonical_id, first_payload_hash <> other_payload_hash, first_arrival_at is not null"
                                + " and other_arrival_at is not null from conflict_log"))
                .isEqualTo(first.arrivalId() + " t t");
    }

    @Test
    @Tag("E-78")
    void furtherCopiesOfOneConflictingPayloadAttachToItsWorkItem() {
        fixture.record(trip("T7").saying("High").arrival());
        List<Decision> copies = fixture.record(
                trip("T7").saying("Low").arrival(),
                trip("T7").saying("Low").arrival(),
                trip("T7").saying("Medium").arrival());
        Conflict again = (Conflict) fixture.recordOne(trip("T7").saying("Low").arrival());

        assertThat(((Conflict) copies.get(0)).workItemId())
                .isEqualTo(((Conflict) copies.get(1)).workItemId())
                .isEqualTo(again.workItemId())
                .isNotEqualTo(((Conflict) copies.get(2)).workItemId());
        assertThat(fixture.rows.count("work_item")).isEqualTo(2);
    }

    @Test
    @Tag("H06")
    void bothContentsOfOneIdentityInOneTransactionAreOneCanonicalAndOneConflict() {
        assertThat(fixture.verdicts(
                        trip("T7").saying("High").arrival(),
                        trip("T7").saying("Low").arrival(),
                        trip("T7").saying("High").arrival()))
                .containsExactly(CANONICAL, CONFLICT, DUPLICATE);
        assertThat(fixture.rows.count("identity")).isEqualTo(1);
        assertThat(fixture.rows.one("select convert_from(first_raw, 'UTF8') from work_item"))
                .isEqualTo("PUMP-07/Trip|T7|B17|High");
    }

    @Test
    @Tag("E-61")
    @Tag("E-31")
    @Tag("E-03")
    @Tag("E-65")
    void tenInjectionsAreOneCanonicalAndNineDuplicatesWithTenArrivalTimes() {
        for (int second = 0; second < 10; second++) {
            fixture.recordOne(trip("T5").arrivingAt("07:00:0" + second).arrival());
        }

        assertThat(fixture.rows.one("select duplicate_count, first_arrival at time zone 'UTC',"
                        + " last_arrival at time zone 'UTC', length(payload_hash) from canonical_summary"
                        + " where source = 'PUMP-07/Trip' and transition_id = 'T5' and boot_id = 'B17'"))
                .isEqualTo("9 2026-03-02 07:00:00 2026-03-02 07:00:09 32");
        assertThat(fixture.rows.one("select count(distinct arrival_at) from arrival"))
                .isEqualTo("10");
    }

    @Test
    @Tag("E-07")
    @Tag("E-40")
    @Tag("E-41")
    @Tag("E-66")
    @Tag("E-74")
    @Tag("E-77")
    void withoutABootNothingIsMergedThoughTheBytesAreTheSame() {
        Arrival arrival = trip("T22").withoutBoot();

        assertThat(fixture.verdicts(arrival, arrival)).containsExactly(INCOMPLETE, INCOMPLETE);
        assertThat(fixture.rows.count("identity")).isZero();
        assertThat(fixture.rows.list("select reason, source, transition_id, boot_id from incomplete_list"))
                .containsExactly("MISSING_BOOT_ID PUMP-07/Trip T22 null", "MISSING_BOOT_ID PUMP-07/Trip T22 null");
        assertThat(fixture.rows.one("select kind, profile, reason from work_item"))
                .isEqualTo("INCOMPLETE pumps MISSING_BOOT_ID");
    }

    @Test
    void whatCannotBeReadIsKeptAndItsNeighboursAreDecided() {
        assertThat(fixture.verdicts(
                        trip("T1").arrival(), trip("T2").garbled(), trip("T3").arrival()))
                .containsExactly(CANONICAL, QUARANTINED, CANONICAL);
        assertThat(fixture.rows.one("select reason, length(raw) > 0 from arrival where decision = 'QUARANTINED'"))
                .isEqualTo("MALFORMED t");
    }

    @Test
    @Tag("G05")
    @Tag("E-37")
    @Tag("E-70")
    void bufferedDataOfAnEarlierBootIsLateAndOpensNoGeneration() {
        fixture.record(
                trip("T1").ofBoot("B17").arrival(), trip("T2").ofBoot("B18").arrival());
        Canonical buffered =
                (Canonical) fixture.recordOne(trip("T9").ofBoot("B17").arrival());
        Duplicate known = (Duplicate) fixture.recordOne(trip("T9").ofBoot("B17").arrival());

        assertThat(buffered.late()).isTrue();
        assertThat(known.late()).isTrue();
        assertThat(fixture.rows.list("select boot_id from boot_generation order by generation_no"))
                .containsExactly("B17", "B18");
    }

    @Test
    @Tag("E-38")
    @Tag("E-39")
    @Tag("E-81")
    void aBootNeverSeenBeforeOpensAGenerationAndSaysByWhichEvidence() {
        fixture.record(trip("T1").ofBoot("B17").arrival());
        Decision boot = fixture.recordOne(
                trip("B18").at("PUMP-07/Boot").ofBoot("B18").announcingTheBoot().arrival());
        fixture.record(trip("T22").ofBoot("B18").arrival());
        Decision observedAfterwards = fixture.recordOne(
                trip("B17").at("PUMP-07/Boot").ofBoot("B17").announcingTheBoot().arrival());

        assertThat(fixture.rows.list("select boot_id, evidence, boot_observed_by from boot_generation"
                        + " where device = 'PUMP-07' order by generation_no"))
                .containsExactly(
                        "B17 EVENT " + observedAfterwards.arrivalId(), "B18 BOOT_OBSERVED " + boot.arrivalId());
    }

    @Test
    @Tag("E-16")
    @Tag("E-29")
    void theUniqueIndexItselfRefusesASecondCanonical() {
        fixture.record(trip("T1").arrival());

        assertThatThrownBy(() -> fixture.rows.execute("insert into identity (source_id, transition_id, boot_id,"
                        + " canonical_id, arrival_at, payload_hash, canon_version, profile_version)"
                        + " select source_id, transition_id, boot_id, canonical_id + 1, arrival_at, payload_hash,"
                        + " canon_version, profile_version from identity"))
                .cause()
                .hasFieldOrPropertyWithValue("SQLState", "23505");
    }

    @Test
    @Tag("E-17")
    void noTwoIdentitiesMeetThroughASeparator() {
        assertThat(fixture.verdicts(
                        trip("C|D").at("A|B").ofBoot("E").arrival(),
                        trip("B|C").at("A").ofBoot("D|E").arrival(),
                        trip("C").at("A|B").ofBoot("D|E").arrival()))
                .containsOnly(CANONICAL);
    }

    @Test
    @Tag("H03")
    void theSameIdentityAcrossAMonthIsADuplicate() {
        fixture.record(trip("T1").arrival());
        fixture.rows.execute("create table arrival_2025_01 partition of arrival"
                + " for values from ('2025-01-01 00:00+00') to ('2025-02-01 00:00+00')");
        fixture.rows.execute("update arrival set recorded_at = '2025-01-31 23:59:59+00'");

        assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(DUPLICATE);
        assertThat(fixture.rows.one("select count(distinct tableoid) from arrival"))
                .isEqualTo("2");
    }

    @Test
    void hashesUnderAnotherProfileVersionAreMadeAlikeBeforeTheyAreCompared() {
        ProfileVersion newer = new ProfileVersion("pumps", "b2".repeat(32), "pumps, newer");
        try (LedgerFixture other = new LedgerFixture(
                LedgerSettings.defaults("node-1"),
                (first, under) -> Optional.of(trip("T1").saying("High").event().payload()))) {
            other.record(trip("T1").saying("hashed the old way").arrival());

            assertThat(other.verdicts(trip("T1").saying("High").readUnder(newer).arrival()))
                    .containsExactly(DUPLICATE);
            assertThat(other.verdicts(trip("T1").saying("Low").readUnder(newer).arrival()))
                    .containsExactly(CONFLICT);
        }
    }

    @Test
    void theSameBytesAfterAProfileWasCorrectedAreADuplicate() {
        ProfileVersion corrected = new ProfileVersion("pumps", Trip.PUMPS.digest(), "pumps, another field's place");
        fixture.record(trip("T1").saying("as it was").arrival());
        Arrival sameBytes = trip("T1").saying("as it was").readUnder(corrected).hashedAs("otherwise");

        assertThat(fixture.verdicts(sameBytes)).containsExactly(DUPLICATE);
        assertThat(fixture.verdicts(
                        trip("T1").saying("another").readUnder(corrected).arrival()))
                .containsExactly(CONFLICT);
        assertThat(fixture.rows.list("select definition from profile_version order by profile_version"))
                .containsExactly("pumps, as tested", "pumps, another field's place");
    }

    @Test
    void whereTheFirstBytesAreGoneADuplicateIsFlaggedAsUnverified() {
        ProfileVersion newer = new ProfileVersion("pumps", "b2".repeat(32), "pumps, newer");
        fixture.record(trip("T1").arrival());
        fixture.rows.execute("delete from arrival");
        Duplicate duplicate = (Duplicate)
                fixture.recordOne(trip("T1").saying("else").readUnder(newer).arrival());

        assertThat(duplicate.verified()).isFalse();
        assertThat(fixture.rows.one("select flags from arrival")).isEqualTo("{UNVERIFIED}");
    }

    @Test
    void aPurgedIdentityMayBeTakenAgain() {
        fixture.record(trip("T1").arrival());
        fixture.rows.execute("delete from identity");

        assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(CANONICAL);
    }

    @Test
    @Tag("E-56")
    @Tag("E-21")
    void effectsArePlannedForWinnersInTheTransactionAndOncePerConflictingPayload() {
        EffectPlan posting = new EffectPlan("post", "v1", "erp", On.CANONICAL, Policy.PLAN, Policy.PLAN);
        EffectPlan alarm = new EffectPlan("alarm", "v1", "sms", On.CONFLICT, Policy.PLAN, Policy.PLAN);
        Decision first =
                fixture.recordOne(trip("T1").wanting(posting).wanting(alarm).arrival());
        for (String content : List.of("severity High", "Low", "Low", "Medium")) {
            fixture.record(
                    trip("T1").saying(content).wanting(posting).wanting(alarm).arrival());
        }

        assertThat(fixture.rows.list("select rule, planned_on, canonical_id from outbox order by effect_id"))
                .containsExactly(
                        "post canonical " + first.arrivalId(),
                        "alarm conflict " + first.arrivalId(),
                        "alarm conflict " + first.arrivalId());
        assertThat(fixture.rows.one("select count(distinct idempotency_key) from outbox"))
                .isEqualTo("3");
    }

    @Test
    void rulesMaySkipLateEventsAndRecurrences() {
        EffectPlan careful = new EffectPlan("careful", "v1", "sms", On.CANONICAL, Policy.SKIP, Policy.SKIP);
        fixture.record(trip("T1").ofBoot("B17").wanting(careful).arrival());
        fixture.record(trip("T1").ofBoot("B18").wanting(careful).arrival());
        fixture.record(trip("T2").ofBoot("B17").wanting(careful).arrival());

        assertThat(fixture.rows.count("outbox")).isEqualTo(1);
    }

    @Test
    void eventsOfContractsWithoutBootsHaveNoGenerations() {
        Arrival arrival = trip("E1").at("event-id:mes").ofBoot("").arrival();

        assertThat(fixture.verdicts(arrival)).containsExactly(CANONICAL);
    }

    @Test
    @Tag("E-18")
    void nodeInletRawHashAndProfileVersionAreRecorded() {
        fixture.record(trip("T1").arrival());

        assertThat(fixture.rows.one("select node, inlet, raw_hash = sha256(raw), profile, facts->>'from'"
                        + " from arrival join inlet using (inlet_id) join profile_version using (profile_version)"))
                .isEqualTo("node-1 test:pumps t pumps a test");
    }

    @Test
    void aDeviceClockThatIsCenturiesOffIsKeptAndHarmsNobody() {
        String[] times = {"0001-01-01T00:00:00Z", "1600-02-29T12:00:00.000001Z", "9999-12-31T23:59:59Z"};
        for (String time : times) {
            assertThat(fixture.verdicts(
                            trip("T " + time).sentAt(time).arrival(),
                            trip("T beside " + time).arrival()))
                    .containsExactly(CANONICAL, CANONICAL);
        }
        assertThat(fixture.rows.count("arrival where source_time = source_time_text::timestamptz"))
                .isEqualTo(times.length);
    }
}
