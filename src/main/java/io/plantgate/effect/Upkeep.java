package io.plantgate.effect;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a channel does beside claiming: renews its leases, ends those that ran out anywhere, and looks for heads of lanes. */
final class Upkeep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    // Looking for heads may take a tenth of the time, however many lanes there are.
    private static final int LANES_PAUSE_FACTOR = 10;

    private final ChannelTerms terms;
    private final EffectStore store;
    private final Kinds kinds;
    private final Reports reports;
    private final InFlight inFlight;
    private final ChannelMetrics metrics;
    private final ScheduledExecutorService renewer;
    private volatile boolean lanesWanted = true;
    private long lanesNotBefore = System.nanoTime();
    private long nextLookNanos = System.nanoTime();

    Upkeep(
            ChannelTerms terms,
            EffectStore store,
            Kinds kinds,
            Reports reports,
            InFlight inFlight,
            ChannelMetrics metrics) {
        this.terms = terms;
        this.store = store;
        this.kinds = kinds;
        this.reports = reports;
        this.inFlight = inFlight;
        this.metrics = metrics;
        this.renewer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "effect-lease-" + terms.channel());
            thread.setDaemon(true);
            return thread;
        });
    }

    void start() {
        long period = Math.max(1, terms.leaseMillis() / 3);
        renewer.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
    }

    void lookAtLanes() {
        lanesWanted = true;
    }

    private void renew() {
        try {
            List<Claim> held = inFlight.held(terms.attemptMillisMax());
            if (!held.isEmpty()) {
                renew(held);
            }
        } catch (SQLException | RuntimeException | Error e) {
            // Errors too: a timer that has thrown is never called again.
            LOG.warn("{}: leases cannot be renewed now: {}", terms.channel(), e.toString());
        }
    }

    private void renew(List<Claim> held) throws SQLException {
        Set<Long> renewed = store.renew(held, terms.leaseMillis());
        List<Claim> lost = held.stream()
                .filter(claim -> !renewed.contains(claim.attemptId()))
                .toList();
        if (!lost.isEmpty()) {
            LOG.debug("{}: {} leases are not held any more, or ended just now.", terms.channel(), lost.size());
        }
    }

    /** On the claimer's thread, before it claims; true if something became due. */
    boolean run() throws SQLException {
        long now = System.nanoTime();
        boolean due = false;
        if (now - nextLookNanos >= 0) {
            nextLookNanos = now + TimeUnit.MILLISECONDS.toNanos(terms.pollMillis());
            lanesWanted = true;
            for (Kind kind : kinds.ofChannel(terms.channel())) {
                endRunOut(kind);
            }
            reports.settleUnmatched(terms.channel());
        }
        if (lanesWanted && now - lanesNotBefore >= 0) {
            lanesWanted = false;
            due = releaseHeads();
            lanesNotBefore = System.nanoTime() + LANES_PAUSE_FACTOR * (System.nanoTime() - now);
        }
        return due;
    }

    private void endRunOut(Kind kind) throws SQLException {
        List<Ended> ended = store.endRunOut(
                terms.channel(), kind, terms.leaseMillis(), inFlight.held(terms.attemptMillisMax()), reports);
        for (Ended end : ended) {
            LOG.warn(
                    "{}: the lease of effect {} attempt {} ran out; it is unknown whether it was done.",
                    terms.channel(),
                    end.claim().effectId(),
                    end.claim().attemptNo());
            metrics.count(end, true);
        }
    }

    private boolean releaseHeads() throws SQLException {
        int released = 0;
        for (Kind kind : kinds.ofChannel(terms.channel())) {
            if (kind.laned()) {
                released += store.releaseAllLanes(kind.name());
            }
        }
        return released > 0;
    }

    /** Says which were too old, and lets the next in their lanes go. */
    void expired(Kind kind, Collection<Claims.Expired> expired) {
        LOG.warn(
                "{}: {} effects of kind {} are older than {} and are never sent: {}",
                terms.channel(),
                expired.size(),
                kind.name(),
                kind.maxAge(),
                expired.stream().limit(20).map(Claims.Expired::effectId).toList());
        metrics.countExpired(kind, expired.size());
        Set<String> lanes = expired.stream()
                .map(Claims.Expired::lane)
                .filter(lane -> lane != null)
                .collect(Collectors.toCollection(TreeSet::new));
        try {
            if (!lanes.isEmpty()) {
                store.releaseLanes(kind.name(), lanes);
            }
        } catch (SQLException e) {
            lanesWanted = true;
            LOG.warn("{}: lanes of {} are released later: {}", terms.channel(), kind.name(), e.getMessage());
        }
    }

    @Override
    public void close() {
        renewer.shutdownNow();
    }
}
