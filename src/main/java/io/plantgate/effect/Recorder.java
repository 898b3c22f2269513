package io.plantgate.effect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what attempts turned out to be, as many at a time as have come meanwhile, and keeps them through an outage of
 * the database. What comes after its lease had run out is logged and not recorded.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private static final int GROUP_MAX = 500;
    private static final long RETRY_MILLIS_MIN = 100;
    // Not much longer than others take to see that a lease has run out.
    private static final long RETRY_MILLIS_MAX = 1_000;

    private final String channel;
    private final EffectStore store;
    private final Reports reports;
    private final Listener listener;
    private final BlockingQueue<Ended> queue = new LinkedBlockingQueue<>();
    private final Bell stop = new Bell();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean reachable = true;

    /** Hears of each attempt that is not under way any more. */
    interface Listener {

        /** @param inTime false if its outcome was not recorded */
        void over(Ended ended, boolean inTime);

        /** Effects may have become due. */
        void moreDue();
    }

    Recorder(String channel, EffectStore store, Reports reports, Listener listener) {
        this.channel = channel;
        this.store = store;
        this.reports = reports;
        this.listener = listener;
        this.thread = new Thread(this::recordUntilStopped, "effect-record-" + channel);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    void add(Ended ended) {
        queue.add(ended);
    }

    /** What keeps it from recording; null if nothing does. */
    String trouble() {
        if (!stopping && !thread.isAlive()) {
            return "Its thread that records has ended: outcomes are lost. Restart the gateway; its log says why.";
        }
        return reachable ? null : "Outcomes cannot be recorded now; they are kept and tried again.";
    }

    /** Records what is there, at most so long. */
    void close(long millisMax) throws InterruptedException {
        stopping = true;
        thread.join(millisMax);
        thread.interrupt();
        stop.ring();
    }

    private void recordUntilStopped() {
        try {
            while (true) {
                Ended first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    List<Ended> group = new ArrayList<>();
                    group.add(first);
                    queue.drainTo(group, GROUP_MAX - 1);
                    recordOrSay(group);
                } else if (stopping) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("{}: stopped with {} outcomes unrecorded; their leases will run out.", channel, queue.size());
            Thread.currentThread().interrupt();
        }
    }

    // Whatever happens: without this thread nothing of the channel is ever recorded.
    private void recordOrSay(List<Ended> group) throws InterruptedException {
        try {
            record(group, false);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: what follows from {} outcomes is done later.", channel, group.size(), e);
        }
    }

    /** @param again whether an earlier try may have been committed although its answer was lost */
    private void record(List<Ended> group, boolean again) throws InterruptedException {
        boolean tried = again;
        long pauseMillis = RETRY_MILLIS_MIN;
        while (true) {
            Set<Long> inTime;
            try {
                inTime = store.record(channel, group, tried, reports);
            } catch (SQLException | RuntimeException | Error e) {
                if (refused(e)) {
                    splitOrDrop(group, tried, e);
                    return;
                }
                tried = true;
                pauseBecauseOf(e, group, pauseMillis);
                pauseMillis = Math.min(2 * pauseMillis, RETRY_MILLIS_MAX);
                continue;
            }
            reachable = true;
            tell(group, inTime);
            afterRecording(group);
            return;
        }
    }

    private void pauseBecauseOf(Throwable failure, List<Ended> group, long pauseMillis) throws InterruptedException {
        reachable = false;
        LOG.warn(
                "{}: {} outcomes cannot be recorded now, trying again in {} ms: {}",
                channel,
                group.size(),
                pauseMillis,
                failure.toString());
        stop.await(pauseMillis);
    }

    /** It would be no better the next time. */
    private static boolean refused(Throwable failure) {
        if (failure instanceof SQLException e) {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
        }
        return !(failure instanceof OutOfMemoryError);
    }

    private void splitOrDrop(List<Ended> group, boolean again, Throwable e) throws InterruptedException {
        if (group.size() > 1) {
            for (Ended ended : group) {
                record(List.of(ended), again);
            }
            return;
        }
        LOG.error("{}: the outcome of {} cannot be recorded; it becomes unknown.", channel, said(group.get(0)), e);
        listener.over(group.get(0), false);
    }

    private void tell(List<Ended> group, Set<Long> inTime) {
        for (Ended ended : group) {
            boolean recorded = inTime.contains(ended.claim().attemptId());
            if (!recorded) {
                LOG.warn(
                        "{}: came after its lease had run out and is not recorded: {} {}",
                        channel,
                        said(ended),
                        ended.outcome());
            }
            over(ended, recorded);
        }
    }

    private void over(Ended ended, boolean recorded) {
        try {
            listener.over(ended, recorded);
        } catch (RuntimeException e) {
            LOG.error("{}: {} is recorded, and not counted.", channel, said(ended), e);
        }
    }

    private static String said(Ended ended) {
        return "effect " + ended.claim().effectId() + " attempt "
                + ended.claim().attemptNo() + " (token " + ended.claim().attemptId() + ")";
    }

    // Each of these is done again at the next look.
    private void afterRecording(List<Ended> group) {
        release(group);
        try {
            if (group.stream().anyMatch(ended -> !ended.consequence().parts().isEmpty())) {
                reports.settleUnmatched(channel);
            }
        } catch (SQLException e) {
            LOG.warn("{}: early reports are matched later: {}", channel, e.getMessage());
        }
    }

    private void release(List<Ended> group) {
        Map<String, Set<String>> free = new TreeMap<>();
        for (Ended ended : group) {
            String lane = ended.claim().names().lane();
            if (lane != null && ended.consequence().state().terminal()) {
                free.computeIfAbsent(ended.claim().kind().name(), kind -> new TreeSet<>())
                        .add(lane);
            }
        }
        for (Map.Entry<String, Set<String>> lanes : free.entrySet()) {
            releaseLanes(lanes.getKey(), lanes.getValue());
        }
    }

    private void releaseLanes(String kind, Set<String> lanes) {
        try {
            if (store.releaseLanes(kind, lanes) > 0) {
                listener.moreDue();
            }
        } catch (SQLException e) {
            // The next look at the lanes finds them.
            LOG.warn("{}: lanes of {} are released later: {}", channel, kind, e.getMessage());
        }
    }
}
