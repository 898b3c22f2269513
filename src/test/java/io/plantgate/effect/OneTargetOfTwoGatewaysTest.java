package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.delivery.erp.ErpSite;
import io.plantgate.delivery.erp.HttpTargets;
import io.plantgate.embedded.erp.SimulatedErp;
import java.time.Duration;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One ERP that keeps what it booked, and two stores that count their events from the same number on. */
class OneTargetOfTwoGatewaysTest {

    @Test
    @Tag("E-59")
    void anotherGatewaysEffectOrThatOfAStoreMadeAnewIsBookedAndNotTakenForTheFirst() throws Exception {
        try (SimulatedErp erp = SimulatedErp.start(0);
                EffectFixture first = new EffectFixture();
                EffectFixture second = new EffectFixture()) {
            String booked = deliver(first, erp);

            String bookedToo = deliver(second, erp);

            assertThat(first.rows.one("select canonical_id, profile, rule from outbox"))
                    .isEqualTo(second.rows.one("select canonical_id, profile, rule from outbox"));
            assertThat(bookedToo).isNotEqualTo(booked);
            assertThat(erp.postings()).hasSize(2);
        }
    }

    /** Delivers one event's effect; the document number. */
    private static String deliver(EffectFixture site, SimulatedErp erp) throws Exception {
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        try (HttpTargets targets = ErpSite.at(erp.postingsUrl());
                DefaultCamelContext camel = HttpChannels.start(site.effects, targets, "erp")) {
            site.record(trip("T1").wanting(plan("erp-posting")).arrival());
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
            return site.rows.one("select reference from outbox");
        }
    }
}
