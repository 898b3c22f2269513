package io.plantgate.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * From the moment at which a message was to be sent to the decision on it, which is told after the commit: in process, through
 * real brokers, and by HTTP until the answer. Messages are due at a steady rate whether or not earlier ones are answered (open
 * loop), so that a pause counts for all that it held up. Beside it what one row and its commit cost on the same disk.
 */
final class LatencyBench implements AutoCloseable {

    private static final int FLOOR_COMMITS = 500;
    private static final int COLD_MESSAGES = 2_000;
    private static final int PEAK_SECONDS = 3;

    private final Extent extent;
    private final int seconds;
    private final BenchStore store = new BenchStore();
    private final Latencies latencies = new Latencies();
    private int round;

    private LatencyBench(Extent extent) throws Exception {
        this.extent = extent;
        this.seconds = extent.pick(60, 10, 1);
    }

    static void run(Extent extent) throws Exception {
        try (LatencyBench bench = new LatencyBench(extent)) {
            bench.measure();
            bench.latencies.write(extent.named("latency"));
            System.out.printf(
                    Locale.ROOT,
                    "%nOpen loop, from due to decided, PostgreSQL embedded with fsync on, %d processors, Java %s%n%n",
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.version().feature());
            bench.latencies.print();
        }
    }

    private void measure() throws Exception {
        floor();
        measure(new InProcessDoor(store.ledger()));
        try (Transports transports = new Transports()) {
            for (Transport transport : transports.all()) {
                measure(new BrokerDoor(transport, store.ledger()));
            }
        }
        try (BenchGateway gateway = new BenchGateway(store)) {
            measure(new SinglePostsDoor(gateway.port()));
        }
    }

    private void measure(SteadyDoor door) throws Exception {
        double peak = warmPeak(door);
        offered(door, "10 events a second", 10, 3 * seconds);
        offered(door, "1,000 events a second", 1_000, seconds);
        if (extent != Extent.SMOKE) {
            offered(door, "half of its peak", peak / 2, seconds);
        }
    }

    /** Messages a second when all are sent at once, as measured last when the way in is warm. */
    private double warmPeak(SteadyDoor door) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(extent.pick(90, door.warmUpSeconds(), 0));
        int messagesMax = extent.pick(50_000, 50_000, 200);
        int messagesNow = Math.min(COLD_MESSAGES, messagesMax);
        double peak;
        do {
            Pace pace = Pace.atOnce();
            peak = sent(door, Message.counting(round++, messagesNow), pace).perSecond(pace);
            // Some seconds each: with a fixed number, a slow way in would still be cold after its only turn.
            messagesNow = Math.min(messagesMax, Math.max(messagesNow, (int) (peak * PEAK_SECONDS)));
        } while (System.nanoTime() < end);
        System.out.printf(Locale.ROOT, "%s: %,.0f/s at most%n", door.name(), peak);
        return peak;
    }

    private void offered(SteadyDoor door, String rate, double perSecond, int forSeconds) throws Exception {
        List<Message> messages = Message.counting(round++, (int) (perSecond * forSeconds));
        Pace pace = new Pace(perSecond);
        Told told = sent(door, messages, pace);
        latencies.add(door.name() + ", " + rate, perSecond, told.since(pace));
    }

    private Told sent(SteadyDoor door, List<Message> messages, Pace pace) throws Exception {
        store.empty();
        store.rest();
        Told told = new Told(messages.size());
        door.send(messages, pace, told);
        store.requireArrivals(messages.size());
        return told;
    }

    /** What nobody can be faster than here: one row, inserted and committed on a connection that is open. */
    private void floor() throws SQLException {
        Histogram nanos = new Histogram(Told.NANOS_MAX, 3);
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
        latencies.add("one row and its commit, one after the other", 1_000 / millisMean, nanos);
    }

    @Override
    public void close() {
        store.close();
    }
}
