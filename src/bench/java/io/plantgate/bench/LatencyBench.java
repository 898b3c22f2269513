package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * From the moment at which a message was to be sent to the decision on it, which is told after the commit: bytes through
 * intake and ledger, in process. Messages are due at a steady rate whether or not earlier ones are answered (open loop), so
 * that a pause counts for all that it held up. Beside it what one row and its commit cost on the same disk.
 */
final class LatencyBench {

    private static final Path RESULTS = Path.of("target", "bench", "latency.csv");
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);
    private static final int WARM_PER_SECOND = 1_000;
    private static final int FLOOR_COMMITS = 500;

    private final BenchStore store;
    private final List<Row> rows = new ArrayList<>();
    private int round;

    private record Row(String measured, double perSecond, Histogram nanos) {
        double millis(double percentile) {
            return nanos.getValueAtPercentile(percentile) / 1e6;
        }
    }

    private LatencyBench(BenchStore store) {
        this.store = store;
    }

    static void run(Extent extent) throws Exception {
        int seconds = extent.pick(60, 10, 2);
        try (BenchStore store = new BenchStore()) {
            LatencyBench bench = new LatencyBench(store);
            double peak = bench.peak(extent.pick(200_000, 50_000, 500));
            bench.offered("warm-up", WARM_PER_SECOND, seconds);
            bench.rows.clear();
            bench.floor();
            bench.offered("10 events a second", 10, 3 * seconds);
            bench.offered("1,000 events a second", 1_000, seconds);
            bench.offered("half of the peak", peak / 2, seconds);
            bench.write();
            bench.print(peak);
        }
    }

    /** Events per second when all are offered at once; the second of two runs. */
    private double peak(int events) throws Exception {
        InProcessLedger ledger = new InProcessLedger("peak", store.ledger(), LedgerBench::read);
        store.timed(ledger, Message.counting(round++, events));
        return store.timed(ledger, Message.counting(round++, events));
    }

    private void offered(String measured, double perSecond, int seconds) throws Exception {
        List<Message> messages = Message.counting(round++, (int) (perSecond * seconds));
        store.empty();
        store.rest();
        ConcurrentHistogram nanos = new ConcurrentHistogram(NANOS_MAX, 3);
        CountDownLatch open = new CountDownLatch(messages.size());
        Ledger ledger = store.ledger();
        long start = System.nanoTime();
        for (int i = 0; i < messages.size(); i++) {
            long due = start + (long) (i * 1e9 / perSecond);
            sleepUntil(due);
            ledger.put(Unit.of(LedgerBench.read(messages.get(i)))).whenComplete((decided, failure) -> {
                if (failure == null) {
                    nanos.recordValue(Math.min(NANOS_MAX, System.nanoTime() - due));
                }
                open.countDown();
            });
        }
        open.await();
        if (nanos.getTotalCount() != messages.size()) {
            throw new IllegalStateException(nanos.getTotalCount() + " decisions of " + messages.size() + " messages");
        }
        rows.add(new Row(measured, perSecond, nanos));
    }

    private static void sleepUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** What nobody can be faster than here: one row, inserted and committed on a connection that is open. */
    private void floor() throws SQLException {
        Histogram nanos = new Histogram(NANOS_MAX, 3);
        List<Message> messages = Message.counting(round++, FLOOR_COMMITS);
        store.empty();
        try (Connection connection = store.dataSource().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("insert into stock_event (k, raw) values (?, ?)")) {
            for (Message message : messages) {
                insert.setString(1, message.key());
                insert.setBytes(2, message.raw());
                long before = System.nanoTime();
                insert.executeUpdate();
                nanos.recordValue(System.nanoTime() - before);
            }
        }
        double millisMean = nanos.getMean() / 1e6;
        rows.add(new Row("one row and its commit, one after the other", 1_000 / millisMean, nanos));
    }

    private void write() throws IOException {
        StringBuilder csv = new StringBuilder("case,events_per_second,p50_ms,p99_ms,p999_ms\n");
        for (Row row : rows) {
            csv.append(String.format(
                    Locale.ROOT,
                    "\"%s\",%.0f,%.2f,%.2f,%.2f%n",
                    row.measured(),
                    row.perSecond(),
                    row.millis(50),
                    row.millis(99),
                    row.millis(99.9)));
        }
        Files.createDirectories(RESULTS.getParent());
        Files.writeString(RESULTS, csv);
    }

    private void print(double peak) {
        System.out.printf(
                Locale.ROOT,
                "%nOpen loop, from due to decided, intake and ledger in process, PostgreSQL embedded with fsync on, peak %,.0f/s, %d processors, Java %s%n%n",
                peak,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature());
        System.out.println("| case | events/s | p50 ms | p99 ms | p99.9 ms |");
        System.out.println("|---|---:|---:|---:|---:|");
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %.1f | %.1f | %.1f |%n",
                    row.measured(),
                    row.perSecond(),
                    row.millis(50),
                    row.millis(99),
                    row.millis(99.9));
        }
    }
}
