package io.plantgate.bench;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Payload;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ledger against the limit of the database and against what a user would otherwise take. */
final class LedgerBench {

    private static final ProfileVersion PROFILE = new ProfileVersion("pumps", "a1".repeat(32), "benchmark");
    // With one effect rule, so that each event plans one row as in the other contenders.
    private static final Profile PUMPS = ProfileFiles.read(BenchGateway.SITE.resolve("pumps.profile.yaml"));
    static final EffectPlan POSTING = new EffectPlan(
            "erp", "v1", "erp-posting", EffectPlan.On.CANONICAL, EffectPlan.Policy.PLAN, EffectPlan.Policy.PLAN);

    private LedgerBench() {}

    static void run(Extent extent) throws Exception {
        int events = extent.pick(400_000, 100_000, 5_000);
        int peerEvents = extent.pick(20_000, 5_000, 300);
        try (BenchStore store = new BenchStore();
                StockCamel stock = new StockCamel(store.dataSource())) {
            HandWritten limit = new HandWritten(store.dataSource());
            List<Contender> peers =
                    List.of(stock, new SpringIntegration(store.dataSource()), new RowByRow(store.dataSource()));
            Map<Message, Arrival> ready = new IdentityHashMap<>();
            InProcessLedger bare = new InProcessLedger("ledger", store.ledger(), ready::get);
            InProcessLedger withIntake = new InProcessLedger("ledger with intake", store.ledger(), LedgerBench::read);
            Results results = new Results();
            int rounds = extent.pick(7, 7, 2);
            // The first round only warms the machine and the server up.
            for (int round = 0; round <= rounds; round++) {
                results.discardIf(round == 0);
                List<Message> messages = Message.counting(round, events);
                // What the limit has ready before the clock starts, the bare ledger has too.
                ready.clear();
                messages.forEach(message -> ready.put(message, readyMade(message, List.of(POSTING))));
                results.add("limit", store.timed(limit, messages));
                results.add("ledger", store.timed(bare, messages));
                results.add("duplicates", store.timedAgain(bare, messages));
                results.add("intake", store.timed(withIntake, messages));
                for (Contender peer : peers) {
                    results.add(peer.name(), store.timed(peer, messages.subList(0, peerEvents)));
                }
            }
            results.compare("ledger, ready-made events", "ledger", "hand-written array SQL", "limit");
            results.compare("ledger with intake", "intake", "hand-written array SQL", "limit");
            peers.forEach(peer -> results.compare("ledger with intake", "intake", peer.name(), peer.name()));
            results.compare("ledger, duplicates only", "duplicates", "ledger, first arrivals", "ledger");
            results.write(extent.named("ledger"));
            results.print("%,d events a run, PostgreSQL embedded with fsync on".formatted(events));
        }
    }

    /** An arrival as intake would make it, hashes included, without reading the bytes. */
    static Arrival readyMade(Message message, List<EffectPlan> effects) {
        byte[] hash = RawBytes.sha256(message.raw());
        return new Arrival(
                new Delivery(
                        message.arrivalAt(),
                        "bench:pumps",
                        new RawBytes(message.raw(), message.raw().length, hash),
                        Map.of(),
                        null),
                PROFILE,
                new Event(
                        new EventIdentity(message.source(), message.transitionId(), message.bootId()),
                        message.device(),
                        null,
                        new Payload(hash, (short) 1),
                        false,
                        effects,
                        Set.of()));
    }

    /** An arrival from its bytes, as the routes make it. */
    static Arrival read(Message message) {
        return PUMPS.read(
                new Delivery(message.arrivalAt(), "bench:pumps", RawBytes.whole(message.raw()), Map.of(), null));
    }
}
