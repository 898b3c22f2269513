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
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers of many entities against the contract {@code transition}, in process and without intake, in one store. */
final class SequenceBench {

    private static final int ROUNDS = 5;
    private static final int ENTITIES_AT_ONCE = 200;
    private static final Path RESULTS = Path.of("target", "bench", "sequences.csv");
    private static final ProfileVersion PROFILE = new ProfileVersion("drones", "b2".repeat(32), "benchmark");

    private SequenceBench() {}

    static void run(boolean quick) throws Exception {
        int events = quick ? 200_000 : 400_000;
        int known = quick ? 100_000 : 1_000_000;
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
            results.write(RESULTS);
            results.print("%,d events a run, %,d entities in the store, %d at once"
                    .formatted(events, known, ENTITIES_AT_ONCE));
        }
    }

    private static double numbered(BenchStore store, int round, int events, Evidence evidence) throws Exception {
        Terms terms = new Terms(0, 1024, 1_000_000, evidence, Order.KEEP_LATE, Restarts.NEVER, 0);
        List<Arrival> arrivals = new ArrayList<>(events);
        for (int i = 0; i < events; i++) {
            arrivals.add(arrival(evidence + "-" + round, i % ENTITIES_AT_ONCE, i / ENTITIES_AT_ONCE, terms));
        }
        store.rest();
        long start = System.nanoTime();
        InProcessLedger.record(store.ledger(), arrivals, arrival -> arrival);
        return events * 1e9 / (System.nanoTime() - start);
    }

    private static Arrival arrival(String run, int entity, long number, Terms terms) {
        String source = "sequence:DRONE-" + run + "-" + entity;
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
                        new Numbering(number, terms)));
    }
}
