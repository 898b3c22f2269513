package io.plantgate.scan;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where repeats wait for an answer that this node does not have in memory: all that came meanwhile ask in one question. While
 * another node, or nobody, works on a scan, it is looked at again, until its asker has waited long enough.
 */
final class WaitingRoom implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingRoom.class);
    private static final int ASKED_MAX = 1000;

    private final ScanTable table;
    private final long pollMillis;
    private final Listener listener;
    private final BlockingQueue<Waiting> arriving = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean stopping;

    /** Hears of answers that were read, so that they need not be read again. */
    interface Listener {
        void read(long scanId, StoredAnswer answer);
    }

    private record Waiting(long scanId, long deadlineNanos, CompletableFuture<Optional<StoredAnswer>> answer) {}

    WaitingRoom(ScanTable table, long pollMillis, Listener listener) {
        this.table = table;
        this.pollMillis = pollMillis;
        this.listener = listener;
        this.thread = new Thread(this::askUntilStopped, "scan-waiting-room");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /** The answer, or nothing if it is not there in time. Asked at least once, however short the time is. */
    CompletableFuture<Optional<StoredAnswer>> await(long scanId, long millisMax) {
        CompletableFuture<Optional<StoredAnswer>> answer = new CompletableFuture<>();
        arriving.add(new Waiting(scanId, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax), answer));
        return answer;
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
    }

    private void askUntilStopped() {
        List<Waiting> waiting = new ArrayList<>();
        try {
            while (!stopping) {
                Waiting next = waiting.isEmpty() ? arriving.take() : arriving.poll(pollMillis, TimeUnit.MILLISECONDS);
                if (next != null) {
                    waiting.add(next);
                    arriving.drainTo(waiting, ASKED_MAX);
                }
                waiting = ask(waiting);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting.addAll(arriving);
            waiting.forEach(one -> one.answer.complete(Optional.empty()));
        }
    }

    /** Tells those whose answer is there and those whose time is up; returns the others. */
    private List<Waiting> ask(List<Waiting> waiting) {
        Map<Long, StoredAnswer> answers = read(waiting);
        answers.forEach(listener::read);
        long now = System.nanoTime();
        List<Waiting> others = new ArrayList<>();
        for (Waiting one : waiting) {
            StoredAnswer answer = answers.get(one.scanId);
            if (answer != null) {
                one.answer.complete(Optional.of(answer));
            } else if (one.deadlineNanos - now <= 0) {
                one.answer.complete(Optional.empty());
            } else {
                others.add(one);
            }
        }
        return others;
    }

    private Map<Long, StoredAnswer> read(List<Waiting> waiting) {
        TreeSet<Long> scanIds = new TreeSet<>();
        waiting.forEach(one -> scanIds.add(one.scanId));
        try {
            return table.answers(scanIds);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Answers cannot be read now; who waits is told to come again: {}", e.toString());
            return Map.of();
        }
    }
}
