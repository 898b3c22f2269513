package io.plantgate.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.effect.Answer;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.EffectNode;
import io.plantgate.effect.Outcome;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.util.FileSystemUtils;

/** One node on one durable PostgreSQL, with a target that answers and one that never does. */
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
    private static final String DELIVERED = "outbox where state = 'delivered'";

    private final Path kinds = Files.createTempDirectory("plantgate-bench-");
    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final EffectNode node;
    private final PostgresLedger ledger;
    private int events;

    EffectSite() throws Exception {
        for (String kind : List.of(ANSWERING, HANGING)) {
            Files.writeString(kinds.resolve(kind + ".effect.yaml"), KIND.formatted(kind));
        }
        node = EffectNode.open(database.url(), kinds, "bench");
        ledger = PostgresLedger.open(
                database.dataSource(),
                (first, under) -> Optional.empty(),
                node.effects(),
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

    /** Effects a second, from the start of the routes until all are delivered and recorded. */
    double deliver(int effects, int concurrency, int answerMillis, boolean besideOneThatHangs) throws Exception {
        plan(ANSWERING, effects);
        rows.execute("checkpoint");
        long before = rows.count(DELIVERED);
        CountDownLatch end = new CountDownLatch(1);
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.getRegistry().bind("effects", node.effects());
            camel.getShutdownStrategy().setTimeout(5);
            if (besideOneThatHangs) {
                camel.addRoutes(hanging(concurrency, end));
            }
            camel.addRoutes(answering(concurrency, answerMillis));
            long began = System.nanoTime();
            camel.start();
            while (rows.count(OPEN) > 0) {
                end.await(50, TimeUnit.MILLISECONDS);
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            end.countDown();
            requireAll(effects, rows.count(DELIVERED) - before);
            return effects / seconds;
        }
    }

    private static void requireAll(int effects, long delivered) {
        if (delivered != effects) {
            throw new IllegalStateException(delivered + " of " + effects + " effects are delivered");
        }
    }

    private static RouteBuilder answering(int concurrency, int answerMillis) {
        Executor later = CompletableFuture.delayedExecutor(answerMillis, TimeUnit.MILLISECONDS);
        return route("effect:" + ANSWERING + "?concurrency=" + concurrency, exchange -> {
            String document = answerMillis == 0
                    ? "DOC"
                    : CompletableFuture.supplyAsync(() -> "DOC", later).get();
            EffectExchange.settle(exchange, new Outcome.Delivered(document, new Answer("201", "{\"doc\":\"DOC\"}")));
        });
    }

    private static RouteBuilder hanging(int concurrency, CountDownLatch end) {
        return route("effect:" + HANGING + "?circuitFailurePercent=101&concurrency=" + concurrency, exchange -> {
            end.await();
            EffectExchange.settle(exchange, new Outcome.NotDone("BUSY", null, false, Answer.NONE));
        });
    }

    private static RouteBuilder route(String from, org.apache.camel.Processor processor) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(from).process(processor);
            }
        };
    }

    @Override
    public void close() throws Exception {
        ledger.close();
        node.close();
        database.close();
        FileSystemUtils.deleteRecursively(kinds);
    }
}
