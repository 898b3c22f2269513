package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.RabbitMqServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/**
 * What the ledger costs behind a broker: the same consumer, route and intake drain the same queue with the ledger and
 * with one that answers at once. The clock runs from the first message that reaches the ledger to the last decision.
 */
final class TransportBench implements AutoCloseable {

    private static final int ROUNDS = 5;
    // Fewer, and it is the JIT compiler that is measured: on two cores it takes one of them for the first minute and a
    // half.
    private static final int WARM_UP_ROUNDS = 5;
    private static final int[] WINDOWS = {2000, 5000};
    private static final Ledger AT_ONCE = new AtOnce();

    private final int messages;
    private final BenchStore store = new BenchStore();
    private final Path directory = Files.createTempDirectory("plantgate-bench-");
    private final List<Transport> transports = new ArrayList<>();
    private final Results results = new Results();

    private TransportBench(int messages) throws Exception {
        this.messages = messages;
        MosquittoServer.program().ifPresent(program -> transports.add(new MqttTransport(program, directory)));
        RabbitMqServer.program().ifPresent(program -> transports.add(new AmqpTransport(program)));
    }

    static void run(boolean quick) throws Exception {
        int messages = quick ? 20_000 : 50_000;
        try (TransportBench bench = new TransportBench(messages)) {
            if (bench.transports.isEmpty()) {
                System.out.println("Neither mosquitto nor rabbitmq-server is installed: no transport is measured.");
                return;
            }
            bench.measure();
            bench.results.write("transports");
            bench.results.print(
                    "%,d persistent QoS 1 messages queued, PostgreSQL embedded with fsync on".formatted(messages));
        }
    }

    private void measure() throws Exception {
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            results.discardIf(round < WARM_UP_ROUNDS);
            for (Transport transport : transports) {
                for (int window : WINDOWS) {
                    drainBoth(transport, window, round);
                }
            }
        }
        transports.forEach(this::compare);
    }

    // Who comes first takes turns: what the one leaves behind may burden the other.
    private void drainBoth(Transport transport, int window, int round) throws Exception {
        for (int turn = 0; turn < 2; turn++) {
            boolean atOnce = (round + turn) % 2 == 0;
            double perSecond = drained(transport, window, atOnce ? AT_ONCE : store.ledger(), round);
            results.add(key(transport, window, atOnce), perSecond);
        }
    }

    private double drained(Transport transport, int window, Ledger ledger, int round) throws Exception {
        transport.publish(Message.counting(round, messages));
        store.empty();
        store.rest();
        Stopwatch stopwatch = new Stopwatch(ledger, messages);
        AutoCloseable node = transport.consume(stopwatch, window);
        double perSecond = stopwatch.perSecond();
        node.close();
        requireEachOnce(stopwatch.decisions());
        if (ledger != AT_ONCE) {
            requireEachOnce(store.arrivals());
        }
        return perSecond;
    }

    private void requireEachOnce(long decisions) {
        if (decisions != messages) {
            throw new IllegalStateException(decisions + " decisions of " + messages + " messages");
        }
    }

    private void compare(Transport transport) {
        for (int window : WINDOWS) {
            results.compare(
                    "%s, ledger, at most %,d in flight".formatted(transport.name(), window),
                    key(transport, window, false),
                    "the same with a ledger that answers at once",
                    key(transport, window, true));
        }
    }

    private static String key(Transport transport, int window, boolean atOnce) {
        return transport.name() + window + atOnce;
    }

    @Override
    public void close() throws Exception {
        for (Transport transport : transports) {
            transport.close();
        }
        store.close();
        FileSystemUtils.deleteRecursively(directory);
    }
}
