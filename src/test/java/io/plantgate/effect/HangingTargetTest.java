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
import io.plantgate.embedded.erp.Turn;
import io.plantgate.event.Arrival;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A target that takes requests and never answers: what it costs the other targets, and the database. */
class HangingTargetTest {

    private static final long POLLS_NEVER = 3_600_000;

    private final EffectFixture site = new EffectFixture();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        end.countDown();
        site.close();
    }

    @Test
    void allOfOneTargetsEffectsAreDeliveredWhileAnotherHangsWithAllOfItsConcurrency() throws Exception {
        site.kind("a-posting", "a", WITH_KEY, AT_ONCE);
        site.kind("b-posting", "b", WITH_KEY, AT_ONCE);
        try (SimulatedErp a = SimulatedErp.start(0).usually(number -> Turn.only(Turn.Ending.HANGS));
                SimulatedErp b = SimulatedErp.start(0);
                HttpTargets targets = ErpSite.at(Map.of("a", a.postingsUrl(), "b", b.postingsUrl()));
                DefaultCamelContext camel = HttpChannels.start(site.effects, targets, "a", "b")) {
            site.record(events(100, "a-posting"));
            soon().until(() -> a.requests() == 8);

            site.record(events(1_000, "b-posting"));

            soon().untilAsserted(
                            () -> assertThat(site.rows.count("outbox where kind = 'b-posting' and state = 'delivered'"))
                                    .isEqualTo(1_000));
            assertThat(b.postings()).hasSize(1_000);
            assertThat(
                            site.rows.list(
                                    "select state, count(*) from outbox where kind = 'a-posting' group by state order by state"))
                    .containsExactly("pending 92", "in_flight 8");
            assertThat(a.requests()).isEqualTo(8);
            camel.getShutdownStrategy().setTimeout(1);
        }
    }

    @Test
    void aTargetThatHangsWithWorkersToSpareHasTheDatabaseAskedForNoMore() {
        Counting database = new Counting(site.pool("counted"));
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        Channel channel = start(database, effects -> hang());
        site.record(events(3, "erp-posting"));
        soon().until(() -> channel.underWay() == 3);
        soon().until(() -> database.claims.get() > 0);

        int before = database.claims.get();
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);

        // Every five milliseconds would be two hundred.
        assertThat(database.claims.get() - before).isLessThanOrEqualTo(3);
    }

    @Test
    void aWorkerThatIsFreeAgainIsUsedAtOnceWhileMoreIsDue() {
        Counting database = new Counting(site.pool("counted"));
        site.kind("erp-posting", "erp", WITH_KEY, AT_ONCE);
        site.record(events(40, "erp-posting"));
        AtomicInteger number = new AtomicInteger();

        start(database, effects -> number.incrementAndGet() <= 7 ? hang() : List.of(FarSide.confirmed(effects.get(0))));

        soon().untilAsserted(() ->
                assertThat(site.rows.count("outbox where state = 'delivered'")).isEqualTo(33));
    }

    private Channel start(DataSource database, Courier courier) {
        return site.node("counted", database)
                .start(EffectFixture.terms("erp").withTimes(30_000, POLLS_NEVER, 300_000), courier);
    }

    private List<Outcome> hang() {
        try {
            assertThat(end.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.of(new Outcome.Unknown("NO_ANSWER", Answer.NONE));
    }

    private static Arrival[] events(int number, String kind) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(i -> trip(kind + i).wanting(plan(kind)).arrival())
                .toArray(Arrival[]::new);
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(120));
    }

    /** Real connections; claims are counted. */
    private static final class Counting extends DelegatingDataSource {

        final AtomicInteger claims = new AtomicInteger();

        Counting(DataSource real) {
            super(real);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection real = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        if (method.getName().equals("prepareStatement") && Claims.CLAIM.equals(arguments[0])) {
                            claims.incrementAndGet();
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
