package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.effect.EffectPeople.Signed;
import io.plantgate.ledger.EffectPlanning.Lane;
import io.plantgate.ledger.EffectPlanning.Mode;
import io.plantgate.testing.Trip;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From the ledger's plan to the recorded outcome. */
class DeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "as agreed");

    private final EffectFixture site = new EffectFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    private static void eventually(ThrowingRunnable asserted) {
        await().atMost(PATIENCE).untilAsserted(asserted);
    }

    private void plans(String kind, int number) {
        for (int i = 1; i <= number; i++) {
            site.record(trip("T" + i).wanting(plan(kind)).arrival());
        }
    }

    @Test
    @Tag("E-56")
    @Tag("E-82")
    void whatTheLedgerPlannedIsDeliveredAndItsAttemptSaysHow() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);

        site.record(
                trip("T91").saying("severity High").wanting(plan("erp-posting")).arrival());

        eventually(() -> assertThat(site.states()).containsExactly("delivered"));
        ClaimedEffect seen = erp.seen.get(0);
        assertThat(seen.message().text()).contains("severity High", seen.idempotencyKey());
        assertThat(seen.event().path("transitionId").asText()).isEqualTo("T91");
        assertThat(site.rows.one("select reference, attempts, failures, due_at, leased_until from outbox"))
                .isEqualTo("DOC-" + seen.idempotencyKey() + " 1 0 null null");
        assertThat(site.rows.one(
                        "select attempt_no, purpose, repeat, channel, outcome, answer_status, answer,"
                                + " request_digest = sha256(?) from effect_attempt",
                        seen.message().body()))
                .isEqualTo("1 SEND f erp DELIVERED 201 created t");
    }

    @Test
    @Tag("I02")
    @Tag("E-58")
    @Tag("E-63")
    void anUnknownOneIsSentAgainWithItsKeyAndMarkedAsARepeat() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = new FarSide(effect -> effect.attemptNo() == 1
                ? new Outcome.Unknown("CLOSED: after the request, before an answer", Answer.NONE)
                : FarSide.confirmed(effect));
        site.start("erp", erp);

        plans("erp-posting", 1);

        eventually(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(erp.keys()).hasSize(2);
        assertThat(erp.keys().stream().distinct()).hasSize(1);
        assertThat(site.rows.list("select attempt_no, repeat, outcome from attempt order by attempt_id"))
                .containsExactly("1 f UNKNOWN", "2 t DELIVERED");
        assertThat(site.rows.one("select attempts, repeats, failures from outbox"))
                .isEqualTo("2 1 0");
    }

    @Test
    @Tag("I10")
    void anEventIsAsOldAsItsSourceSaysUnlessThatCannotBe() {
        site.aged(site.kind("sms", "sms", WAIT, AT_ONCE), Duration.ofHours(1));
        site.start("sms", FarSide.confirming());
        String twoHoursAgo = Instant.now().minus(Duration.ofHours(2)).toString();
        String tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();

        for (Trip trip : List.of(
                trip("replayed").sentAt(twoHoursAgo),
                trip("clock ahead").sentAt(tomorrow),
                trip("clock never set").sentAt("1970-01-01T00:00:07Z"),
                trip("no clock"))) {
            site.record(trip.arrivingNow().wanting(plan("sms")).arrival());
        }

        eventually(() -> assertThat(site.states()).containsExactly("expired", "delivered", "delivered", "delivered"));
    }

    @Test
    @Tag("I10")
    void whatIsTooOldIsExpiredReportedAndNeverSent() {
        site.aged(site.kind("sms", "sms", WAIT, AT_ONCE), Duration.ofHours(1));
        FarSide sms = FarSide.confirming();
        site.start("sms", sms);

        plans("sms", 1);

        eventually(() -> assertThat(site.states()).containsExactly("expired"));
        assertThat(sms.seen).isEmpty();
        assertThat(site.rows.count("attempt")).isZero();
        assertThat(site.rows.one("select reason from outbox")).contains("not sent then");

        // A person wants it all the same.
        long id = Long.parseLong(site.rows.one("select effect_id from outbox"));
        site.effects.people().retry(id, ANNA);
        eventually(() -> assertThat(site.states()).containsExactly("delivered"));
    }

    @Test
    @Tag("I09")
    void aLaneGoesOutInItsOrderAndAStuckOneHoldsUpNobodyElse() {
        site.laned(site.kind("erp-posting", "erp", WAIT, AT_ONCE), Lane.DEVICE);
        FarSide erp = new FarSide(
                effect -> effect.event().path("transitionId").asText().equals("A1")
                        ? new Outcome.Unknown("NO_ANSWER", Answer.NONE)
                        : FarSide.confirmed(effect));
        site.start("erp", erp);

        site.record(trip("A1").at("PUMP-A/Trip").wanting(plan("erp-posting")).arrival());
        site.record(trip("A2").at("PUMP-A/Trip").wanting(plan("erp-posting")).arrival());
        site.record(trip("B3").at("PUMP-B/Trip").wanting(plan("erp-posting")).arrival());

        eventually(() -> assertThat(site.states()).containsExactly("unknown", "pending", "delivered"));
        assertThat(site.rows.one("select lane, waits_for_a_person from effect_open where state = 'unknown'"))
                .isEqualTo("PUMP-A t");
        assertThat(erp.seen).hasSize(2);

        long stuck = Long.parseLong(site.rows.one("select effect_id from outbox where state = 'unknown'"));
        site.effects.people().skip(stuck, ANNA);
        eventually(() -> assertThat(site.states()).containsExactly("cancelled", "delivered", "delivered"));
        assertThat(site.rows.one("select action, from_state, to_state, moved_by from effect_move"))
                .isEqualTo("skip unknown cancelled anna");
    }

    @Test
    void aReleasedHeadStaysAsItIsAndTheOthersGoOn() {
        site.laned(site.kind("erp-posting", "erp", WAIT, AT_ONCE), Lane.SOURCE);
        FarSide erp = new FarSide(
                effect -> effect.event().path("transitionId").asText().equals("T1")
                        ? new Outcome.Unknown("NO_ANSWER", Answer.NONE)
                        : FarSide.confirmed(effect));
        site.start("erp", erp);
        plans("erp-posting", 3);
        eventually(() -> assertThat(site.states()).containsExactly("unknown", "pending", "pending"));

        long stuck = Long.parseLong(site.rows.one("select effect_id from outbox where state = 'unknown'"));
        site.effects.people().release(stuck, ANNA);

        eventually(() -> assertThat(site.states()).containsExactly("unknown", "delivered", "delivered"));
    }

    @Test
    void aTargetThatRefusesOurCredentialsStopsItsChannelAndSpendsNothing() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        FarSide erp = new FarSide(effect -> new Outcome.TargetStopped("401 from the ERP", Answer.NONE));
        Channel channel = site.start("erp", erp);
        plans("erp-posting", 1);
        eventually(() -> assertThat(site.rows.count("effect_channel_stop where resumed_at is null"))
                .isEqualTo(1));
        eventually(() -> assertThat(channel.underWay()).isZero());
        int seen = erp.seen.size();

        plans("erp-posting", 3);
        channel.wake();
        eventually(() -> assertThat(site.states()).containsOnly("pending").hasSize(3));
        assertThat(erp.seen).hasSize(seen);

        erp.from(FarSide::confirmed);
        assertThat(site.effects.people().resume("erp", ANNA)).isTrue();
        eventually(() -> assertThat(site.states()).containsOnly("delivered"));
        assertThat(site.rows.one("select max(failures) from outbox")).isEqualTo("0");
    }

    @Test
    void onHoldEffectsArePlannedAsHeldAndOnlyAPersonLetsThemGoAndOffPlansNone() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);
        EffectPeople people = site.effects.people();

        people.switchTo(Mode.HOLD, ANNA);
        plans("erp-posting", 2);
        assertThat(site.states()).containsExactly("held", "held");
        people.switchTo(Mode.OFF, ANNA);
        site.record(trip("T77").wanting(plan("erp-posting")).arrival());
        people.switchTo(Mode.LIVE, ANNA);
        site.record(trip("T78").wanting(plan("erp-posting")).arrival());
        eventually(() -> assertThat(site.states()).containsExactly("held", "held", "delivered"));

        assertThat(people.releaseHeld("erp-posting", 10, ANNA)).isEqualTo(2);
        eventually(() -> assertThat(site.states()).containsOnly("delivered").hasSize(3));
        assertThat(site.rows.count("effect_move where action = 'release'")).isEqualTo(2);
    }

    @Test
    void aHoldStopsEveryNodeAtItsNextClaimWhateverItRemembers() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        // Behind the gateway's back: no node has heard of it.
        site.rows.execute("insert into effect_switch (mode, switched_by, reason) values ('hold', 'sql', 'test')");
        FarSide erp = FarSide.confirming();
        site.insert("erp-posting", EffectState.PENDING);
        site.rows.execute("update outbox set due_at = now()");
        Channel channel = site.start("erp", erp);

        channel.close();

        assertThat(site.states()).containsExactly("pending");
        assertThat(erp.seen).isEmpty();
    }

    @Test
    @Tag("E-62")
    void aRestoredDatabaseStartsOnHold() throws Exception {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        site.insert("erp-posting", EffectState.PENDING);
        site.insert("erp-posting", EffectState.IN_FLIGHT);
        site.insert("erp-posting", EffectState.ACCEPTED);
        site.rows.execute("update effect_deployment set timeline = timeline + 1");

        Effects second = site.secondNode();

        assertThat(second.mode()).isEqualTo(Mode.HOLD);
        assertThat(second.restored()).isTrue();
        assertThat(site.states()).containsExactly("held", "unknown", "accepted");
        second.people().switchTo(Mode.LIVE, ANNA);
        assertThat(second.restored()).isFalse();
        assertThat(site.secondNode().mode()).isEqualTo(Mode.LIVE);
    }

    @Test
    @Tag("E-62")
    void aRunningGatewayNoticesThatItsStandbyWasPromotedBeforeItSendsAnything() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);
        site.rows.execute("update effect_deployment set timeline = timeline + 1");

        plans("erp-posting", 1);

        eventually(() -> assertThat(site.effects.mode()).isEqualTo(Mode.HOLD));
        assertThat(site.rows.count("effect_switch where switched_by = 'restore detection'"))
                .isEqualTo(1);
        assertThat(erp.seen).isEmpty();
    }

    @Test
    void aRefusalOfAnotherMessageUnderTheSameKeySaysNothingOfTheFirst() {
        Kind kind = site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = new FarSide(effect -> {
            if (effect.attemptNo() > 1) {
                return new Outcome.Rejected("422: another body under this key", Answer.NONE);
            }
            site.add(new Kind(
                    kind.name(),
                    kind.channel(),
                    MessageTemplate.compile("k", "{\"mended\": true}", MessageTemplate.Form.JSON),
                    kind.unknown(),
                    kind.retry(),
                    null,
                    kind.lane(),
                    null,
                    "mended"));
            return new Outcome.Unknown("NO_ANSWER", Answer.NONE);
        });
        site.start("erp", erp);

        plans("erp-posting", 1);

        eventually(() -> assertThat(erp.seen).hasSize(2));
        eventually(
                () -> assertThat(site.rows.one("select state || ' ' || (due_at is null) || ' ' || reason from outbox"))
                        .startsWith("unknown true")
                        .contains("422"));
    }

    @Test
    @Tag("E-62")
    void aRestoredDatabaseKeepsItsKeysAndGivesNewEffectsNoneThatItMayHaveGivenBefore() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        plans("erp-posting", 1);
        String planned = site.rows.one("select idempotency_key from outbox");
        site.secondNode();
        String ofAnotherNode = site.rows.one("select max(deployment_no) from deployment");
        site.rows.execute("update effect_deployment set timeline = timeline + 1");

        site.secondNode();
        plans("erp-posting", 2);

        List<String> keys = site.rows.list("select idempotency_key from outbox order by effect_id");
        assertThat(keys).hasSize(2).startsWith(planned);
        assertThat(keys.get(1).substring(0, 12)).isNotEqualTo(planned.substring(0, 12));
        assertThat(site.rows.one("select max(deployment_no) - " + ofAnotherNode + " from deployment"))
                .as("once for each restore, not for each node")
                .isEqualTo("1");
    }

    @Test
    void aMessageThatCannotBeMadeIsRejectedAndNothingIsSent() {
        Kind kind = site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        site.add(new Kind(
                kind.name(),
                kind.channel(),
                MessageTemplate.compile("k", "error(\"no pump\")", MessageTemplate.Form.JSON),
                kind.unknown(),
                kind.retry(),
                null,
                kind.lane(),
                null,
                "broken"));
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);

        plans("erp-posting", 1);

        eventually(() -> assertThat(site.states()).containsExactly("rejected"));
        assertThat(erp.seen).isEmpty();
        assertThat(site.rows.one("select reason from outbox")).contains("MESSAGE_FAILED", "no pump");
    }

    @Test
    void oneChannelThatHangsDoesNotSlowAnother() throws InterruptedException {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        site.kind("sms", "sms", WAIT, AT_ONCE);
        CountDownLatch answer = new CountDownLatch(1);
        site.start("erp", effects -> {
            awaitUninterruptibly(answer);
            return effects.stream().map(FarSide::confirmed).toList();
        });
        site.start("sms", FarSide.confirming());
        for (int i = 1; i <= 20; i++) {
            site.record(trip("T" + i)
                    .wanting(plan("erp-posting"))
                    .wanting(plan("sms"))
                    .arrival());
        }

        eventually(() -> assertThat(site.rows.count("outbox where kind = 'sms' and state = 'delivered'"))
                .isEqualTo(20));
        assertThat(site.rows.count("outbox where kind = 'erp-posting' and state = 'delivered'"))
                .isZero();
        answer.countDown();
        eventually(() -> assertThat(site.states()).containsOnly("delivered"));
    }

    @Test
    void aStopLetsWhatIsUnderWayFinishAndRecordsIt() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch there = new CountDownLatch(1);
        Channel channel = site.start("erp", effects -> {
            there.countDown();
            awaitUninterruptibly(answer);
            return effects.stream().map(FarSide::confirmed).toList();
        });
        plans("erp-posting", 1);
        awaitUninterruptibly(there);

        Thread stop = new Thread(() -> site.effects.stop(channel));
        stop.start();
        answer.countDown();

        eventually(() -> assertThat(stop.isAlive()).isFalse());
        assertThat(site.states()).containsExactly("delivered");
    }

    @Test
    void severalEffectsGoOutInOneExchangeWhereTheTargetTakesBatches() {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        plans("erp-posting", 10);
        List<Integer> sizes = new CopyOnWriteArrayList<>();

        site.effects.start(EffectFixture.terms("erp").withConcurrency(1).withBatchMax(4), effects -> {
            sizes.add(effects.size());
            return effects.stream().map(FarSide::confirmed).toList();
        });

        eventually(() -> assertThat(site.states()).containsOnly("delivered").hasSize(10));
        assertThat(sizes).allMatch(size -> size <= 4).anyMatch(size -> size > 1);
        assertThat(site.rows.count("attempt where outcome = 'DELIVERED'")).isEqualTo(10);
    }

    @Test
    @Tag("E-55")
    void nothingIsSentBeforeItsPlanIsCommitted() throws Exception {
        site.kind("erp-posting", "erp", WAIT, AT_ONCE);
        FarSide erp = FarSide.confirming();
        Channel channel = site.start("erp", erp);
        try (Connection connection = site.database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on,"
                                + " idempotency_key, due_at) values (1, 1, 'p', 'r', 'v', 'erp-posting', 'canonical', 'never', now())");
            }
            channel.wake();
            plans("erp-posting", 2);
            eventually(() -> assertThat(site.states()).containsExactly("delivered", "delivered"));
            connection.rollback();
        }

        plans("erp-posting", 3);

        eventually(() -> assertThat(site.states()).containsOnly("delivered").hasSize(3));
        assertThat(erp.keys()).hasSize(3).doesNotContain("never");
    }

    @Test
    @Tag("E-83")
    void theEventsKeyAndItsEffectsKeyReferToEachOtherAndAreGuaranteedApart() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        site.start(
                "erp",
                new FarSide(effect -> effect.attemptNo() < 3
                        ? new Outcome.Unknown("NO_ANSWER", Answer.NONE)
                        : FarSide.confirmed(effect)));

        for (int i = 0; i < 10; i++) {
            plans("erp-posting", 1);
        }

        eventually(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(site.rows.one("select count(*) filter (where decision = 'CANONICAL'),"
                        + " count(*) filter (where decision = 'DUPLICATE') from arrival"))
                .isEqualTo("1 9");
        assertThat(site.rows.one("select count(*) from attempt")).isEqualTo("3");
        assertThat(site.rows.one(
                        "select o.idempotency_key = (select deployment from deployment order by deployment_no desc limit 1)"
                                + " || '/' || i.canonical_id || '/pumps/post' from outbox o, identity i"))
                .isEqualTo("t");
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
