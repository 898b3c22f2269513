package io.plantgate.inlet.mqtt;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.mqtt.Standing.Phase;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one source subscribed: opens a connection, notices what becomes of it, and opens the next, on a thread of its
 * own. One connection at a time; the next only when the last is closed.
 */
final class Keeper {

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long TURN_MILLIS = 20;
    private static final long RETRY_MILLIS = 200;
    private static final int REASON_CHARS_MAX = 500;

    private final DurableSource source;
    private final MqttInletProperties settings;
    private final Standing standing;
    private final Takeovers takeovers;
    private final Window window;
    private final Callable<Link> links;
    private final Supplier<MqttConnectionOptions> options;
    private final Backoff backoff;
    private final ScheduledExecutorService executor;
    private volatile boolean wanted;

    // Only the keeper's thread touches these.
    private Link link;
    private long openedNanos;
    private long nextTryNanos;
    private long drainUntilNanos;
    private boolean draining;

    Keeper(
            DurableSource source,
            MqttInletProperties settings,
            Standing standing,
            Takeovers takeovers,
            Window window,
            Callable<Link> links,
            Supplier<MqttConnectionOptions> options) {
        this.source = source;
        this.settings = settings;
        this.standing = standing;
        this.takeovers = takeovers;
        this.window = window;
        this.links = links;
        this.options = options;
        this.backoff =
                new Backoff(settings.reconnectMillisMin(), settings.reconnectMillisMax(), ThreadLocalRandom.current());
        this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mqtt-keeper-" + source.inlet());
            thread.setDaemon(true);
            return thread;
        });
    }

    void start() {
        resume();
        nextTryNanos = System.nanoTime();
        executor.scheduleWithFixedDelay(this::turn, 0, TURN_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes nothing more and lets go of the connection once what is in flight is decided. Returns at once. */
    void rest() {
        wanted = false;
    }

    void resume() {
        wanted = true;
        standing.is(Phase.DISCONNECTED, "not connected yet");
    }

    /** Waits for what is in flight, acknowledges it, disconnects. */
    void stop() throws InterruptedException {
        rest();
        executor.execute(this::closeSettled);
        executor.shutdown();
        if (!executor.awaitTermination(2L * settings.drainSecondsMax(), TimeUnit.SECONDS)) {
            executor.shutdownNow();
        }
        standing.is(Phase.STOPPED, "stopped");
    }

    /** Does something a little later, or, if the source stops first, something else. */
    void later(Runnable task, Runnable otherwise) {
        if (!wanted) {
            otherwise.run();
            return;
        }
        try {
            executor.schedule(() -> (wanted ? task : otherwise).run(), RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            otherwise.run();
        }
    }

    private void turn() {
        try {
            if (link != null) {
                look();
            } else if (wanted && System.nanoTime() - nextTryNanos >= 0 && window.isBelowHalf()) {
                open();
            } else if (!wanted) {
                standing.is(Phase.STOPPED, "suspended");
            }
        } catch (RuntimeException e) {
            LOG.error("{}: the keeper of the connection met a fault of its own", source.inlet(), e);
        }
    }

    private void look() {
        if (!wanted) {
            link.rest(Link.Trouble.STOP, "suspended");
        }
        Link.Trouble trouble = link.trouble();
        if (trouble == null) {
            return;
        }
        switch (trouble) {
            case LOST -> {
                countIfShort();
                giveUp("lost the connection", true);
            }
            case FULL -> giveUp("gave up the connection", false);
            case UNRECORDED -> drain("gave up the connection", true);
            case STOP -> drain("disconnected", false);
        }
    }

    // Not every broker says that another client took the id (Mosquitto 2.0.11 does not): the connection just ends.
    private void countIfShort() {
        if (!link.wasTakenOver() && !isStable()) {
            takeovers.count();
        }
    }

    private void drain(String what, boolean pause) {
        if (!draining) {
            draining = true;
            drainUntilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.drainSecondsMax());
            standing.is(Phase.DRAINING, link.reason());
        }
        if (link.isSettled() || System.nanoTime() - drainUntilNanos >= 0) {
            giveUp(what, pause);
        }
    }

    private void giveUp(String what, boolean pause) {
        String why = VisibleText.of(link.reason(), REASON_CHARS_MAX);
        link.close();
        link = null;
        draining = false;
        if (!wanted) {
            standing.is(Phase.STOPPED, "suspended");
            LOG.info("{}: disconnected; the broker keeps what comes", source.inlet());
            return;
        }
        long millis = pause ? pauseMillis() : 0;
        nextTryNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        standing.is(Phase.DISCONNECTED, why);
        LOG.warn("{}: {}: {}. Next try in {} ms.", source.inlet(), what, why, millis);
        if (takeovers.isStorm()) {
            LOG.error(
                    "{}: takeover storm: connections under the client id {} end as soon as they are made; another client"
                            + " uses this id. Give each client one of its own (clientId, plantgate.ledger.node).",
                    source.inlet(),
                    source.clientId());
        }
    }

    private long pauseMillis() {
        if (isStable()) {
            backoff.reset();
        }
        return backoff.nextMillis();
    }

    private boolean isStable() {
        return System.nanoTime() - openedNanos >= TimeUnit.SECONDS.toNanos(settings.stableSeconds());
    }

    private void open() {
        Link opened = null;
        try {
            opened = links.call();
            boolean resumed = opened.open(options.get());
            link = opened;
            openedNanos = System.nanoTime();
            standing.is(Phase.SUBSCRIBED, resumed ? "session resumed" : "new session");
            LOG.info(
                    "{}: subscribed to {} as {} ({})",
                    source.inlet(),
                    VisibleText.of(source.topic(), REASON_CHARS_MAX),
                    source.clientId(),
                    resumed ? "the broker kept the session" : "a new session");
        } catch (Exception e) {
            notOpened(opened, e);
        }
    }

    private void notOpened(Link opened, Exception failure) {
        if (opened != null) {
            opened.close();
        }
        long millis = backoff.nextMillis();
        nextTryNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        String why = VisibleText.of(Refusal.describe(failure), REASON_CHARS_MAX);
        standing.is(Phase.DISCONNECTED, why);
        LOG.warn("{}: not subscribed: {}. Next try in {} ms.", source.inlet(), why, millis);
    }

    private void closeSettled() {
        if (link == null) {
            return;
        }
        link.rest(Link.Trouble.STOP, "stopped");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.drainSecondsMax());
        while (!link.isSettled() && System.nanoTime() - until < 0) {
            window.awaitChange(TURN_MILLIS);
        }
        link.close();
        link = null;
        LOG.info("{}: disconnected; the broker keeps what comes", source.inlet());
    }
}
