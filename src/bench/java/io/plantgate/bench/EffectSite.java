package io.plantgate.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.effect.EffectNode;
import io.plantgate.event.Arrival;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import io.plantgate.testing.Trip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.util.FileSystemUtils;

/** Two nodes on one durable PostgreSQL, and a kind for each of two targets. */
final class EffectSite implements AutoCloseable {

    static final String ANSWERING = "answering";
    static final String HANGING = "hanging";

    private static final int CHUNK = 1_000;
    private static final String KIND = """
            channel: %s
            message: { json: '{"says": .event.payload.says, "key": .effect.key}' }
            unknown: { then: repeat-with-key }
            """;
    private static final String OPEN =
            "outbox where kind = '%s' and (due_at is not null or state = 'in_flight')".formatted(ANSWERING);
    private static final String CONFIRMED =
            "attempt a join outbox o using (effect_id) where a.outcome = 'DELIVERED' and o.kind = '%s'"
                    .formatted(ANSWERING);

    private final Path kinds = Files.createTempDirectory("plantgate-bench-");
    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final List<EffectNode> nodes = new ArrayList<>();
    private final PostgresLedger ledger;
    private int events;

    EffectSite() throws Exception {
        for (String kind : List.of(ANSWERING, HANGING)) {
            Files.writeString(kinds.resolve(kind + ".effect.yaml"), KIND.formatted(kind));
        }
        nodes.add(EffectNode.open(database.url(), kinds, "bench"));
        nodes.add(EffectNode.open(database.url(), kinds, "second"));
        ledger = PostgresLedger.open(
                database.dataSource(),
                (first, under) -> Optional.empty(),
                nodes.get(0).effects(),
                LedgerSettings.defaults("bench"),
                new SimpleMeterRegistry());
    }

    Rows rows() {
        return rows;
    }

    /** Records events of which each plans one effect. */
    void plan(String kind, int effects) throws Exception {
        EffectPlan plan = new EffectPlan("post", "v1", kind, On.CANONICAL, Policy.PLAN, Policy.PLAN);
        for (int from = 0; from < effects; from += CHUNK) {
            List<Arrival> arrivals = new ArrayList<>();
            for (int i = from; i < Math.min(effects, from + CHUNK); i++) {
                arrivals.add(Trip.trip("T" + ++events).wanting(plan).arrival());
            }
            ledger.put(Unit.ofInlet("bench", arrivals)).get(60, TimeUnit.SECONDS);
        }
    }

    /** Effects a second, from the start of the routes on each node until all are delivered and recorded. */
    double deliver(int effects, EffectRoutes routes, int nodesMax) throws Exception {
        return deliver(effects, routes, nodesMax, () -> {});
    }

    /** @param whenDelivered what is done before the routes are stopped */
    double deliver(int effects, EffectRoutes routes, int nodesMax, Runnable whenDelivered) throws Exception {
        plan(ANSWERING, effects);
        rows.execute("checkpoint");
        long before = rows.count(CONFIRMED);
        List<DefaultCamelContext> camels = new ArrayList<>();
        try {
            for (EffectNode node : nodes.subList(0, nodesMax)) {
                camels.add(camel(node, routes));
            }
            long began = System.nanoTime();
            for (DefaultCamelContext camel : camels) {
                camel.start();
            }
            while (rows.count(OPEN) > 0) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            whenDelivered.run();
            requireAll(effects, rows.count(CONFIRMED) - before);
            return effects / seconds;
        } finally {
            camels.forEach(DefaultCamelContext::stop);
        }
    }

    private static DefaultCamelContext camel(EffectNode node, EffectRoutes routes) throws Exception {
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("effects", node.effects());
        camel.getShutdownStrategy().setTimeout(1);
        routes.addTo(camel, node);
        return camel;
    }

    // One success in the rows of attempts for each effect, and not one more.
    private static void requireAll(int effects, long confirmed) {
        if (confirmed != effects) {
            throw new IllegalStateException(confirmed + " recorded successes of " + effects + " effects");
        }
    }

    @Override
    public void close() throws Exception {
        ledger.close();
        nodes.forEach(EffectNode::close);
        database.close();
        FileSystemUtils.deleteRecursively(kinds);
    }
}
