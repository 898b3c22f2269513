package io.plantgate.bench;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Numbering;
import io.plantgate.event.Numbering.Evidence;
import io.plantgate.event.Numbering.Order;
import io.plantgate.event.Numbering.Restarts;
import io.plantgate.event.Numbering.Terms;
import io.plantgate.event.Payload;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers of many entities against the contract {@code transition}, in process and without intake, in one store. */
final class SequenceBench {

    private static final int ROUNDS = 5;
    private static final int ENTITIES_AT_ONCE = 200;
    private static final ProfileVersion PROFILE = new ProfileVersion("drones", "b2".repeat(32), "benchmark");

    private SequenceBench() {}

    static void run(Extent extent) throws Exception {
        int events = extent.isFull() ? 400_000 : 200_000;
        int known = extent.isFull() ? 1_000_000 : 100_000;
        try (BenchStore store = new BenchStore()) {
            store.fillTracks(known);
            Results results = new Results();
            Map<Message, Arrival> ready = new IdentityHashMap<>();
            InProcessLedger transitions = new InProcessLedger("transition", store.ledger(), ready::get);
            for (int round = 0; round <= ROUNDS; round++) {
                results.discardIf(round == 0);
                List<Message> messages = Message.counting(round, events);
                ready.clear();
                messages.forEach(message -> ready.put(message, LedgerBench.readyMade(message, List.of())));
                results.add("transition", store.timed(transitions, messages));
                ready.clear();
                results.add("compact", numbered(store, round, events, Evidence.COMPACT));
                results.add("all", numbered(store, round, events, Evidence.ALL));
            }
            results.compare("sequence, compact evidence", "compact", "transition, ready-made events", "transition");
            results.compare("sequence, a row for each", "all", "transition, ready-made events", "transition");
            results.write(extent.named("sequences"));
            results.print("%,d events a run, %,d entities in the store, %d at once, PostgreSQL embedded with fsync on"
                    .formatted(events, known, ENTITIES_AT_ONCE));
            everyEntityOnce(store, known);
        }
    }

    /** The worst order for a cache: every entity of the store sends one number, and then all send the next. */
    private static void everyEntityOnce(BenchStore store, int known) throws Exception {
        Terms terms = terms(Evidence.COMPACT);
        long before = heapMib();
        for (long number = 2; number < 4; number++) {
            long next = number;
            long start = System.nanoTime();
            InProcessLedger.record(
                    store.ledger(), new Counting(known), n -> arrival("sequence:KNOWN-" + (n + 1), next, terms));
            System.out.printf(
                    "%nnumber %d of each of %,d entities: %,.0f events/s, heap after collection %d MiB (before: %d)%n",
                    number, known, known * 1e9 / (System.nanoTime() - start), heapMib(), before);
        }
    }

    private static long heapMib() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() >> 20;
    }

    /** The numbers from 0, of which none is kept. */
    private static final class Counting extends AbstractList<Integer> {
        private final int size;

        Counting(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static Terms terms(Evidence evidence) {
        return new Terms(0, 1024, 1_000_000, evidence, Order.KEEP_LATE, Restarts.NEVER, 0);
    }

    private static double numbered(BenchStore store, int round, int events, Evidence evidence) throws Exception {
        Terms terms = terms(evidence);
        List<Arrival> arrivals = new ArrayList<>(events);
        for (int i = 0; i < events; i++) {
            String drone = "sequence:DRONE-" + evidence + "-" + round + "-" + i % ENTITIES_AT_ONCE;
            arrivals.add(arrival(drone, i / ENTITIES_AT_ONCE, terms));
        }
        store.rest();
        long start = System.nanoTime();
        InProcessLedger.record(store.ledger(), arrivals, arrival -> arrival);
        return events * 1e9 / (System.nanoTime() - start);
    }

    private static Arrival arrival(String source, long number, Terms terms) {
        byte[] raw = "{\"drone_id\":\"%s\",\"seq\":%d,\"lat\":31.2,\"lon\":121.4}"
                .formatted(source, number)
                .getBytes(StandardCharsets.UTF_8);
        byte[] hash = RawBytes.sha256(raw);
        return new Arrival(
                new Delivery(Instant.now(), "bench:drones", new RawBytes(raw, raw.length, hash), Map.of(), null),
                PROFILE,
                new Event(
                        new EventIdentity(source, Long.toString(number), EventIdentity.NO_BOOT),
                        null,
                        null,
                        new Payload(hash, (short) 1),
                        false,
                        List.of(),
                        Set.of(),
                        null,
                        new Numbering(number, terms)));
    }
}
