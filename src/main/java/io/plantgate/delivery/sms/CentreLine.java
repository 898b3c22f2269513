package io.plantgate.delivery.sms;

import io.plantgate.delivery.sms.CommandStatus.Proof;
import io.plantgate.delivery.sms.LineState.Phase;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.MessageReceiverListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line to one centre: bound as transceiver from its start on, so that receipts come even while nothing is sent, and
 * bound again after a loss, with pauses that double. A centre that refuses the gateway's credentials is not asked again until
 * somebody wants to send: centres lock accounts.
 */
final class CentreLine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CentreLine.class);

    private final String channel;
    private final CentreSettings settings;
    private final MessageReceiverListener receiver;
    private final ScheduledExecutorService keeper;
    private final Object lock = new Object();
    private WatchedSession session;
    private LineState state = LineState.of(Phase.STOPPED, "not started");
    private CompletableFuture<Void> trying;
    private CompletableFuture<Void> coming;
    private long pauseMillis;
    private long nextTryNanos;
    private long refusedNanos;
    private int bindFailures;

    /** @param receiver hears deliver_sm */
    CentreLine(String channel, CentreSettings settings, MessageReceiverListener receiver) {
        this.channel = channel;
        this.settings = settings;
        this.receiver = receiver;
        this.pauseMillis = settings.reconnectMin().toMillis();
        var executor = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "sms-line-" + channel);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.keeper = executor;
    }

    /** Begins to connect, and does not wait for it. */
    void start() {
        synchronized (lock) {
            state = LineState.of(Phase.DOWN, "connecting for the first time");
            tryNow();
        }
    }

    LineState state() {
        synchronized (lock) {
            return state;
        }
    }

    String address() {
        return settings.address();
    }

    /**
     * The bound session; waits for a connection that is being made, or soon will be: a line that was lost a moment ago must not
     * fail everything that is due meanwhile.
     *
     * @throws LineDownException if there is none: nothing was sent
     */
    WatchedSession session() throws LineDownException {
        CompletableFuture<Void> attempt;
        synchronized (lock) {
            if (session != null) {
                return session;
            }
            attempt = attemptToWaitFor();
        }
        await(attempt);
        synchronized (lock) {
            if (session != null) {
                return session;
            }
            throw state.phase() == Phase.REFUSED
                    ? LineDownException.refused(state.detail())
                    : LineDownException.away(state.detail(), untilNextTry());
        }
    }

    // Whoever wants to send after a refusal has been told to: a person has resumed the channel.
    private CompletableFuture<Void> attemptToWaitFor() throws LineDownException {
        if (trying != null) {
            return trying;
        }
        long age = System.nanoTime() - refusedNanos;
        if (state.phase() == Phase.REFUSED && age >= settings.reconnectMin().toNanos()) {
            return tryNow();
        }
        if (state.phase() == Phase.REFUSED) {
            throw LineDownException.refused(state.detail());
        }
        if (coming != null
                && nextTryNanos - System.nanoTime() < settings.connectWithin().toNanos()) {
            return coming;
        }
        throw LineDownException.away(state.detail(), untilNextTry());
    }

    private void await(CompletableFuture<Void> attempt) throws LineDownException {
        try {
            attempt.get(3 * settings.connectWithin().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LineDownException.away("interrupted while connecting", null);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{}: no connection yet", channel, e);
        }
    }

    private Duration untilNextTry() {
        long nanos = nextTryNanos - System.nanoTime();
        return nanos <= 0 ? null : Duration.ofNanos(nanos);
    }

    private CompletableFuture<Void> tryNow() {
        CompletableFuture<Void> attempt = coming != null ? coming : new CompletableFuture<>();
        coming = null;
        trying = attempt;
        try {
            keeper.execute(() -> connect(attempt));
        } catch (RejectedExecutionException stopped) {
            trying = null;
            attempt.complete(null);
        }
        return attempt;
    }

    private void connect(CompletableFuture<Void> attempt) {
        WatchedSession fresh = new WatchedSession(new CentreConnections(settings));
        try {
            bind(fresh);
            bound(fresh);
        } catch (IOException | RuntimeException | Error e) {
            // Errors too: whoever does not say that it failed is never tried again.
            fresh.close();
            failed(e);
        } finally {
            synchronized (lock) {
                trying = null;
            }
            attempt.complete(null);
        }
    }

    private void bind(WatchedSession fresh) throws IOException {
        fresh.setTransactionTimer(settings.answerWithin().toMillis());
        fresh.setEnquireLinkTimer(Math.toIntExact(settings.enquireEvery().toMillis()));
        fresh.setMessageReceiverListener(receiver);
        fresh.connectAndBind(
                settings.host(),
                settings.port(),
                new BindParameter(
                        BindType.BIND_TRX,
                        settings.systemId(),
                        settings.password(),
                        settings.systemType(),
                        TypeOfNumber.UNKNOWN,
                        NumberingPlanIndicator.UNKNOWN,
                        ""),
                settings.connectWithin().toMillis());
    }

    private void bound(WatchedSession fresh) {
        synchronized (lock) {
            if (state.phase() == Phase.STOPPED) {
                CompletableFuture.runAsync(fresh::unbindAndClose);
                return;
            }
            session = fresh;
            bindFailures = 0;
            pauseMillis = settings.reconnectMin().toMillis();
            state = LineState.of(Phase.BOUND, "bound as " + settings.systemId());
        }
        LOG.info("{}: bound to the SMS centre {} as {}", channel, settings.address(), settings.systemId());
        fresh.addSessionStateListener((now, before, source) -> {
            if (now == SessionState.CLOSED || now == SessionState.UNBOUND) {
                lost(fresh, now);
            }
        });
        if (!fresh.getSessionState().isBound()) {
            lost(fresh, fresh.getSessionState());
        }
    }

    private void lost(WatchedSession gone, SessionState how) {
        synchronized (lock) {
            if (session != gone) {
                return;
            }
            session = null;
            String why = how == SessionState.UNBOUND ? "the centre took leave" : "the connection was lost";
            state = LineState.of(Phase.DOWN, why);
            LOG.warn("{}: {}; connecting to {} again", channel, why, settings.address());
            tryLater();
        }
        // Not on the session's own thread, which a close would wait for.
        CompletableFuture.runAsync(gone::close);
    }

    private void failed(Throwable e) {
        Integer status = e.getCause() instanceof NegativeResponseException no ? no.getCommandStatus() : null;
        synchronized (lock) {
            if (state.phase() == Phase.STOPPED) {
                return;
            }
            if (status != null && isRefusal(status)) {
                state = LineState.of(
                        Phase.REFUSED,
                        "%s: the centre refuses %s (%s). Check plantgate.delivery.sms.system-id and password, then resume"
                                        .formatted(settings.address(), settings.systemId(), CommandStatus.word(status))
                                + " the channel.");
                refusedNanos = System.nanoTime();
                LOG.error("{}: {}", channel, state.detail());
                return;
            }
            String why = status != null
                    ? "bind answered with " + CommandStatus.word(status)
                    : e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
            state = LineState.of(Phase.DOWN, settings.address() + ": " + why);
            LOG.warn("{}: {}; tried again", channel, state.detail());
            tryLater();
        }
    }

    private boolean isRefusal(int status) {
        if (status == SMPPConstant.STAT_ESME_RBINDFAIL) {
            bindFailures++;
            return bindFailures > settings.bindFailuresMax();
        }
        return CommandStatus.proof(status) == Proof.CLIENT_REFUSED;
    }

    private void tryLater() {
        long pause = pauseMillis / 2 + ThreadLocalRandom.current().nextLong(pauseMillis / 2 + 1);
        pauseMillis = Math.min(settings.reconnectMax().toMillis(), 2 * pauseMillis);
        nextTryNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
        coming = new CompletableFuture<>();
        try {
            keeper.schedule(this::tryAgain, pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("{}: stopped, and so not connected again", channel);
        }
    }

    private void tryAgain() {
        synchronized (lock) {
            if (session == null && trying == null && state.phase() == Phase.DOWN) {
                tryNow();
            }
        }
    }

    /** Takes leave of the centre; what waits for an answer stays in doubt. */
    @Override
    public void close() {
        WatchedSession last;
        synchronized (lock) {
            last = session;
            session = null;
            state = LineState.of(Phase.STOPPED, "stopped");
            if (coming != null) {
                coming.complete(null);
            }
        }
        keeper.shutdown();
        if (last != null) {
            last.unbindAndClose();
        }
    }
}
