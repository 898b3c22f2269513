package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the ledger's plan to the recorded outcome. */
class DeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EffectFixture site = new EffectFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void whatTheLedgerPlannedIsDeliveredAndItsAttemptSaysHow() {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        FarSide erp = FarSide.confirming();
        site.start("erp", erp);

        site.record(
                trip("T91").saying("severity High").wanting(plan("erp-posting")).arrival());

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        ClaimedEffect seen = erp.seen.get(0);
        assertThat(seen.message().text()).contains("severity High", seen.idempotencyKey());
        assertThat(seen.event().path("transitionId").asText()).isEqualTo("T91");
        assertThat(site.rows.one("select reference, attempts, failures, due_at, leased_until from outbox"))
                .isEqualTo("DOC-" + seen.idempotencyKey() + " 1 0 null null");
        assertThat(site.rows.one(
                        "select attempt_no, purpose, repeat, channel, outcome, answer_status, answer,"
                                + " encode(request_digest, 'hex') = encode(sha256(?), 'hex') from effect_attempt",
                        seen.message().body()))
                .isEqualTo("1 SEND f erp DELIVERED 201 created t");
    }
}
