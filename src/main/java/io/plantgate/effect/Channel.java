package io.plantgate.effect;

import io.plantgate.effect.Claims.Claimed;
import io.plantgate.effect.Dispatch.Ready;
import io.plantgate.effect.KeptEvents.KeptEvent;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One way out to one target on one node: a thread that claims, workers that deliver, and a recorder. Channels share
 * nothing but the database, so that one target that hangs never slows another.
 */
final class Channel implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Channel.class);

    private final ChannelTerms terms;
    private final EffectStore store;
    private final Kinds kinds;
    private final Courier courier;
    private final ChannelMetrics metrics;
    private final Gate gate;
    private final InFlight inFlight;
    private final Dispatch dispatch;
    private final Upkeep upkeep;
    private final Recorder recorder;
    private final Claims.Terms claimTerms;
    private final Rhythm rhythm;
    private final ExecutorService workers;
    private final Thread claimer;
    private volatile boolean claiming = true;
    private volatile boolean stopping;
    private int turn;

    Channel(
            ChannelTerms terms,
            EffectStore store,
            Kinds kinds,
            Courier courier,
            ChannelMetrics metrics,
            Reports reports,
            Site site) {
        this.terms = terms;
        this.store = store;
        this.kinds = kinds;
        this.courier = courier;
        this.metrics = metrics;
        this.gate = new Gate(terms);
        this.inFlight = new InFlight(terms);
        this.rhythm = new Rhythm(terms, inFlight);
        this.dispatch = new Dispatch(store.kept(), terms.channel(), site.values(), site.rendering());
        this.claimTerms = new Claims.Terms(terms.channel(), site.worker(), terms.leaseMillis());
        this.upkeep = new Upkeep(terms, store, kinds, reports, inFlight, metrics);
        this.recorder = new Recorder(terms.channel(), store, reports, new AfterRecording());
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newFixedThreadPool(
                terms.concurrency(),
                task -> daemon(task, "effect-" + terms.channel() + "-" + number.incrementAndGet()));
        this.claimer = daemon(this::claimUntilStopped, "effect-claim-" + terms.channel());
    }

    /**
     * What a channel knows of where it runs.
     *
     * @param worker names this node's process in leases and attempts
     * @param values of the site, for templates
     * @param rendering makes messages, for all channels
     */
    record Site(String worker, com.fasterxml.jackson.databind.JsonNode values, Rendering rendering) {}

    Channel start() {
        metrics.watch(gate, inFlight);
        upkeep.start();
        claimer.start();
        return this;
    }

    /** Something may be due. */
    void wake() {
        upkeep.lookAtLanes();
        rhythm.ring();
    }

    /** Claims nothing more; what is under way goes on. */
    void pause() {
        claiming = false;
    }

    void goOn() {
        claiming = true;
        rhythm.ring();
    }

    String name() {
        return terms.channel();
    }

    Gate gate() {
        return gate;
    }

    int underWay() {
        return inFlight.size();
    }

    private void claimUntilStopped() {
        while (!stopping) {
            try {
                boolean more = claiming && (upkeep.run() | claimRound());
                if (!more) {
                    rhythm.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException | RuntimeException e) {
                LOG.warn("{}: nothing can be claimed now: {}", terms.channel(), e.toString());
                pauseAfterFailure();
            }
        }
    }

    private void pauseAfterFailure() {
        try {
            rhythm.pause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Claims for the free workers, kind after kind; true if there may be more. */
    private boolean claimRound() throws SQLException {
        int let = gate.let(inFlight.free());
        int left = let;
        List<Kind> mine = kinds.ofChannel(terms.channel());
        turn++;
        for (int i = 0; i < mine.size() && left > 0; i++) {
            Kind kind = mine.get((turn + i) % mine.size());
            left -= claim(kind, left);
        }
        gate.giveBack(left);
        if (let > 0) {
            rhythm.found(left == 0);
        }
        return let > 0 && left == 0;
    }

    private int claim(Kind kind, int exchangesMax) throws SQLException {
        Claimed claimed = store.claim(kind, claimTerms, exchangesMax * terms.batchMax());
        if (!claimed.expired().isEmpty()) {
            upkeep.expired(kind, claimed.expired());
        }
        if (claimed.claims().isEmpty()) {
            return 0;
        }
        gate.count(claimed.claims().size());
        List<List<Claim>> exchanges = Dispatch.exchanges(claimed.claims(), terms.batchMax());
        exchanges.forEach(inFlight::start);
        send(claimed.claims(), exchanges);
        return Math.min(exchanges.size(), exchangesMax);
    }

    private void send(List<Claim> claims, List<List<Claim>> exchanges) {
        try {
            Material material = material(claims);
            exchanges.forEach(exchange -> workers.execute(() -> deliver(exchange, material)));
        } catch (SQLException | RuntimeException e) {
            Outcome notSent = new Outcome.NotDone("NOT_SENT: " + e.getMessage(), null, false, Answer.NONE);
            exchanges.forEach(exchange -> {
                exchange.forEach(claim -> end(claim, notSent, false, null, Duration.ZERO));
                inFlight.ended();
                gate.giveBack(1);
            });
        }
    }

    private record Material(Map<Long, KeptEvent> events, Map<Long, List<String>> references) {}

    private Material material(List<Claim> claims) throws SQLException {
        Set<Long> arrivals = new HashSet<>();
        for (Claim claim : claims) {
            arrivals.add(claim.names().canonicalId());
            if (claim.names().conflict()) {
                arrivals.add(claim.names().arrivalId());
            }
        }
        List<Long> asked = claims.stream()
                .filter(claim -> claim.attemptNo() > 1)
                .map(Claim::effectId)
                .toList();
        return new Material(store.events(arrivals), asked.isEmpty() ? Map.of() : store.references(asked));
    }

    /** On a worker's thread: from here on, whatever happens is an outcome. */
    private void deliver(List<Claim> exchange, Material material) {
        try {
            deliverAll(exchange, material);
        } finally {
            inFlight.ended();
            rhythm.freed();
        }
    }

    private void deliverAll(List<Claim> exchange, Material material) {
        long began = System.nanoTime();
        List<Ready> ready = new ArrayList<>(exchange.size());
        for (Claim claim : exchange) {
            try {
                List<String> references = material.references().getOrDefault(claim.effectId(), List.of());
                ready.add(dispatch.ready(claim, material.events(), references));
            } catch (MessageFailedException e) {
                end(claim, e.outcome(), false, null, Duration.ZERO);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                // A template may go deeper or grow larger than there is room; that is its own fault and nobody else's.
                end(claim, new MessageFailedException(e.toString()).outcome(), false, null, Duration.ZERO);
            }
        }
        List<Outcome> outcomes = ready.isEmpty() ? List.of() : delivered(ready);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        for (int i = 0; i < ready.size(); i++) {
            end(ready.get(i).claim(), outcomes.get(i), true, ready.get(i).digest(), took);
        }
        gate.heard(outcomes, took);
    }

    private List<Outcome> delivered(List<Ready> ready) {
        try {
            return courier.deliver(ready.stream().map(Ready::effect).toList());
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a delivery failed in a way that no outcome says.", terms.channel(), e);
            return ready.stream().map(one -> Failures.outcome(e)).toList();
        }
    }

    private void end(Claim claim, Outcome outcome, boolean sent, byte[] digest, Duration took) {
        Outcome bounded = Bounded.of(outcome, terms.answerBytesMax());
        Consequence consequence = Consequence.of(claim, bounded, sent, ThreadLocalRandom.current());
        recorder.add(new Ended(claim, bounded, consequence, digest, took));
    }

    private final class AfterRecording implements Recorder.Listener {
        @Override
        public void over(Ended ended, boolean inTime) {
            inFlight.recorded(ended.claim());
            rhythm.recorded();
            metrics.count(ended, inTime);
        }

        @Override
        public void moreDue() {
            rhythm.ring();
        }
    }

    /** Claims nothing more, waits for what is under way, records it. */
    @Override
    public void close() {
        claiming = false;
        stopping = true;
        rhythm.ring();
        try {
            claimer.join(terms.stopMillisMax());
            workers.shutdown();
            boolean done = workers.awaitTermination(terms.stopMillisMax(), TimeUnit.MILLISECONDS);
            if (!done) {
                LOG.warn("{}: stopped with {} attempts under way; their leases will run out.", name(), inFlight.size());
            }
            recorder.close(terms.stopMillisMax());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            upkeep.close();
            metrics.close();
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
