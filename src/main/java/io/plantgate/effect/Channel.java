package io.plantgate.effect;

import io.plantgate.effect.Claims.Claimed;
import io.plantgate.effect.Dispatch.Ready;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private final Rounds rounds;
    private volatile boolean claiming = true;
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
        this.rounds = new Rounds(terms.channel(), rhythm, this::round);
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
        rounds.start();
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

    /** What keeps it from its work and does not pass by itself; null if nothing is known to. */
    String trouble() {
        return rounds.trouble() == null ? recorder.trouble() : rounds.trouble();
    }

    int underWay() {
        return inFlight.size();
    }

    private boolean round() throws SQLException {
        return claiming && (upkeep.run() | claimRound());
    }

    /** Claims for the free workers, kind after kind; true if there may be more. */
    private boolean claimRound() throws SQLException {
        int let = gate.let(inFlight.free());
        int left = let;
        List<Kind> mine = kinds.ofChannel(terms.channel()).stream()
                // What could only be put off is left where it is.
                .filter(dispatch::canMake)
                .toList();
        turn++;
        try {
            for (int i = 0; i < mine.size() && left > 0; i++) {
                Kind kind = mine.get((turn + i) % mine.size());
                left -= claim(kind, left);
            }
        } finally {
            // Also where the database was away: permits that stay taken keep a half-open circuit shut.
            gate.giveBack(left);
        }
        if (let > 0) {
            rhythm.found(left == 0);
        }
        return let > 0 && left == 0;
    }

    private int claim(Kind kind, int exchangesMax) throws SQLException {
        Claimed claimed = store.claim(kind, claimTerms, exchangesMax * terms.batchMax());
        int started = claimed.claims().isEmpty() ? 0 : start(claimed, exchangesMax);
        if (!claimed.expired().isEmpty()) {
            upkeep.expired(kind, claimed.expired());
        }
        return started;
    }

    private int start(Claimed claimed, int exchangesMax) {
        gate.count(claimed.claims().size());
        List<List<Claim>> exchanges = Dispatch.exchanges(claimed.claims(), terms.batchMax());
        exchanges.forEach(inFlight::start);
        send(claimed.claims(), exchanges);
        return Math.min(exchanges.size(), exchangesMax);
    }

    private void send(List<Claim> claims, List<List<Claim>> exchanges) {
        Material material;
        try {
            material = Material.of(claims, store);
        } catch (SQLException | RuntimeException | Error e) {
            exchanges.forEach(exchange -> notSent(exchange, e));
            return;
        }
        exchanges.forEach(exchange -> send(exchange, material));
    }

    private void send(List<Claim> exchange, Material material) {
        try {
            workers.execute(() -> deliver(exchange, material));
        } catch (RuntimeException | Error e) {
            notSent(exchange, e);
        }
    }

    private void notSent(List<Claim> exchange, Throwable failure) {
        Outcome notSent = new Outcome.NotDone("NOT_SENT: " + Failures.words(failure), null, false, Answer.NONE);
        exchange.forEach(claim -> end(claim, notSent, false, null, Duration.ZERO));
        inFlight.ended();
        gate.giveBack(1);
    }

    /** On a worker's thread: from here on, whatever happens is an outcome. */
    private void deliver(List<Claim> exchange, Material material) {
        try {
            deliverAll(exchange, material);
        } catch (RuntimeException | Error e) {
            // What is not renewed runs out and is unknown; held, it would take the room of others for ever.
            LOG.error("{}: an attempt ended without an outcome.", terms.channel(), e);
            exchange.forEach(inFlight::recorded);
            gate.giveBack(1);
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
            } catch (OutOfMemoryError e) {
                // Not its template's, which has a thread and a bound of its own.
                Outcome later = MessageFailedException.forNow("there is no memory for its message now")
                        .outcome();
                end(claim, later, false, null, Duration.ZERO);
            } catch (RuntimeException | StackOverflowError e) {
                end(claim, new MessageFailedException(e.toString()).outcome(), false, null, Duration.ZERO);
            }
        }
        List<Outcome> outcomes = ready.isEmpty() ? List.of() : delivered(ready);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        for (int i = 0; i < ready.size(); i++) {
            Ready one = ready.get(i);
            boolean speaksOfAll = !material.anotherWasSent(one.claim(), one.digest());
            end(one.claim(), outcomes.get(i), speaksOfAll, one.digest(), took);
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

    private void end(Claim claim, Outcome outcome, boolean speaksOfAll, byte[] digest, Duration took) {
        Outcome bounded = Bounded.of(outcome, terms.answerBytesMax());
        Consequence consequence = Consequence.of(claim, bounded, speaksOfAll, ThreadLocalRandom.current());
        inFlight.answered(claim);
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
        try {
            rounds.stop(terms.stopMillisMax());
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
