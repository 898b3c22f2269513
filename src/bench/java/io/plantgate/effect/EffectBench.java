package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.testing.Trip.trip;

import com.sun.management.OperatingSystemMXBean;
import io.plantgate.event.Arrival;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Measures deliveries through a Camel route to a target that answers after 5 ms, with attempts recorded and {@code fsync} on,
 * and how much room the tables take as effects come and go. {@code mvn -Pbench verify -Dbench.main=io.plantgate.effect.EffectBench}.
 */
public final class EffectBench {

    private static final long ANSWER_MILLIS = 5;
    private static final int CHUNK = 1_000;

    private static final String SIZES = """
            select c.relname, pg_relation_size(c.oid) / 1048576.0 as heap_mb, pg_indexes_size(c.oid) / 1048576.0 as index_mb,
                   s.n_dead_tup, s.n_tup_hot_upd * 100 / greatest(1, s.n_tup_upd) as hot_percent, s.autovacuum_count
              from pg_class c join pg_stat_all_tables s on s.relid = c.oid
             where c.relkind = 'r' and c.relname ~ '^(outbox|attempt)_[0-9]' and pg_relation_size(c.oid) > 0
             order by c.relname""";

    private EffectBench() {}

    public static void main(String[] arguments) throws Exception {
        int effects = Integer.getInteger("bench.effects", 50_000);
        int rounds = Integer.getInteger("bench.rounds", 3);
        int concurrency = Integer.getInteger("bench.concurrency", 32);
        try (EffectFixture site = new EffectFixture()) {
            site.kind(
                    "erp-posting",
                    "erp",
                    WITH_KEY,
                    new RetrySchedule(Duration.ofSeconds(1), 2, Duration.ofHours(1), 20));
            for (int round = 1; round <= rounds; round++) {
                fill(site, round, effects);
                deliver(site, concurrency, round, effects);
                site.rows.list(SIZES).forEach(line -> System.out.println("  " + line));
            }
        }
    }

    private static void fill(EffectFixture site, int round, int effects) {
        for (int from = 0; from < effects; from += CHUNK) {
            Arrival[] arrivals = new Arrival[Math.min(CHUNK, effects - from)];
            for (int i = 0; i < arrivals.length; i++) {
                arrivals[i] = trip(round + "-" + (from + i))
                        .wanting(plan("erp-posting"))
                        .arrival();
            }
            site.record(arrivals);
        }
        site.rows.execute("checkpoint");
    }

    private static void deliver(EffectFixture site, int concurrency, int round, int effects) throws Exception {
        long before = site.rows.count("outbox where state = 'delivered'");
        long began = System.nanoTime();
        long cpu = cpuNanos();
        try (DefaultCamelContext camel = camel(site, concurrency)) {
            camel.start();
            while (site.rows.count("outbox where due_at is not null or state = 'in_flight'") > 0) {
                new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            System.out.println("  claims and groups of outcomes so far: "
                    + site.rows.one("select count(distinct claimed_at), count(distinct ended_at) from attempt"));
            long delivered = site.rows.count("outbox where state = 'delivered'") - before;
            System.out.printf(
                    "round %d: %d of %d delivered in %.1f s, %.0f/s, concurrency %d, target %d ms, %.0f µs of this process per effect%n",
                    round,
                    delivered,
                    effects,
                    seconds,
                    delivered / seconds,
                    concurrency,
                    ANSWER_MILLIS,
                    (cpuNanos() - cpu) / 1e3 / delivered);
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static DefaultCamelContext camel(EffectFixture site, int concurrency) throws Exception {
        Executor later = CompletableFuture.delayedExecutor(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("effects", site.effects);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("effect:erp?concurrency=" + concurrency).routeId("erp").process(exchange -> {
                    String document =
                            CompletableFuture.supplyAsync(() -> "DOC", later).get();
                    EffectExchange.settle(
                            exchange, new Outcome.Delivered(document, new Answer("201", "{\"doc\":\"DOC\"}")));
                });
            }
        });
        return camel;
    }
}
