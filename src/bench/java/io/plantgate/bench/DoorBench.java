package io.plantgate.bench;

import io.plantgate.ledger.Ledger;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the ways into a whole gateway take that need no broker: a file and HTTP, through the shipped policies and templates, until
 * the last answer. Beside each what somebody would write by hand into the same schema, and the same gateway with a ledger that
 * answers at once.
 */
final class DoorBench implements AutoCloseable {

    // With less it is the JIT compiler that is measured: on two cores it takes one of them for so long.
    private static final int WARM_UP_SECONDS = 90;
    // One fewer than a gateway reads streams at a time unless told otherwise (4), and what is told this one.
    private static final int FEW_READERS = 3;
    private static final int MANY_READERS = 12;
    private static final Ledger AT_ONCE = new AtOnce();

    private final Extent extent;
    private final BenchStore store = new BenchStore();
    private final BenchGateway gateway = new BenchGateway(store);
    private final HandWritten limit = new HandWritten(store.dataSource());
    private final Measured singles;
    private final List<Measured> doors;
    private final Results results = new Results();

    /** One way in, and how many messages are enough for it. */
    private record Measured(Contender door, int messages) {
        String key(boolean atOnce) {
            return atOnce ? door.name() + ", ledger that answers at once" : door.name();
        }
    }

    private DoorBench(Extent extent) throws Exception {
        this.extent = extent;
        int events = extent.pick(400_000, 100_000, 4_000);
        singles = new Measured(HttpDoor.singles(gateway.port()), extent.pick(40_000, 20_000, 200));
        doors = List.of(
                new Measured(new FileDoor(gateway.inbox()), events),
                new Measured(HttpDoor.lines(gateway.port()), events),
                new Measured(HttpDoor.arrays(gateway.port(), FEW_READERS), events / 2),
                new Measured(HttpDoor.arrays(gateway.port(), MANY_READERS), events / 2),
                singles);
    }

    static void run(Extent extent) throws Exception {
        try (DoorBench bench = new DoorBench(extent)) {
            bench.warmUp();
            bench.measure();
            bench.compare();
        }
    }

    private void warmUp() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(extent.pick(WARM_UP_SECONDS, WARM_UP_SECONDS, 0));
        List<Message> messages = Message.counting(0, singles.messages());
        while (System.nanoTime() < end) {
            timed(singles.door(), messages, false);
        }
    }

    private void measure() throws Exception {
        int rounds = extent.pick(5, 5, 2);
        // The first round only warms up what posts of single messages have not.
        for (int round = 0; round <= rounds; round++) {
            results.discardIf(round == 0);
            List<Message> messages = Message.counting(round, doors.get(0).messages());
            results.add(limit.name(), store.timed(limit, messages));
            for (Measured one : doors) {
                List<Message> some = messages.subList(0, one.messages());
                Rounds.both(round, atOnce -> results.add(one.key(atOnce), timed(one.door(), some, atOnce)));
            }
        }
    }

    private double timed(Contender door, List<Message> messages, boolean atOnce) throws Exception {
        Stopwatch stopwatch = new Stopwatch(atOnce ? AT_ONCE : gateway.ledger(), messages.size());
        gateway.decideBy(stopwatch);
        double perSecond = store.timed(door, messages);
        stopwatch.requireEachOnce();
        store.requireArrivals(atOnce ? 0 : messages.size());
        return perSecond;
    }

    private void compare() throws Exception {
        for (Measured one : doors) {
            results.compare(one.key(false), one.key(false), limit.name(), limit.name());
            results.compare(
                    one.key(false), one.key(false), "the same with a ledger that answers at once", one.key(true));
        }
        results.write(extent.named("doors"));
        results.print("%,d messages of a file or of one post, PostgreSQL embedded with fsync on"
                .formatted(doors.get(0).messages()));
    }

    @Override
    public void close() throws Exception {
        gateway.close();
        store.close();
    }
}
