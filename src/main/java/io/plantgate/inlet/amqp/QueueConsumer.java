package io.plantgate.inlet.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.plantgate.ledger.Ledger;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/**
 * Consumes one queue for a route whose exchanges end later, or on other threads. It keeps a channel open until all that came
 * through it is acknowledged, takes nothing while PostgreSQL is away, and opens a lost channel again.
 *
 * <p>It stands in for Spring's own containers: those close the channel as soon as the consumer is cancelled, and their
 * channel proxy may send a late acknowledgement through another channel (see the ADR on the RabbitMQ inlet).
 */
final class QueueConsumer extends AbstractMessageListenerContainer {

    private static final Logger LOG = LoggerFactory.getLogger(QueueConsumer.class);

    private final String inlet;
    private final QueueTerms terms;
    private final Ledger ledger;
    private final Executor threads;
    private final AmqpInletProperties bounds;
    private ScheduledExecutorService own;
    private long pauseMillis;
    private boolean looking;
    private boolean stopping;
    private volatile ChannelSession session;
    private volatile String trouble = "not started";

    /**
     * @param ledger nothing is taken while it cannot be reached
     * @param threads where messages go through the route
     */
    QueueConsumer(String inlet, QueueTerms terms, Ledger ledger, Executor threads, AmqpInletProperties bounds) {
        this.inlet = inlet;
        this.terms = terms;
        this.ledger = ledger;
        this.threads = threads;
        this.bounds = bounds;
    }

    /** Why nothing comes through this inlet now; null while it consumes. */
    String trouble() {
        ChannelSession now = session;
        return now != null && now.isConsuming() ? null : trouble;
    }

    boolean isOn(QueueTerms others) {
        return terms == others;
    }

    int inFlight() {
        ChannelSession now = session;
        return now == null ? 0 : now.inFlight();
    }

    @Override
    protected void doInitialize() {
        // Nothing to prepare: each start makes its own thread and channel.
    }

    // The queue is compared on each channel that is opened, in front of the first message.
    @Override
    protected void checkMismatchedQueues() {
        // Nothing here.
    }

    /** Refuses a queue that is not as the site says; a broker that is away is tried again later. */
    @Override
    protected void doStart() {
        super.doStart();
        own = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, inlet);
            thread.setDaemon(true);
            return thread;
        });
        pauseMillis = bounds.reconnectMillisMin();
        stopping = false;
        try {
            open();
        } catch (IOException | AmqpException e) {
            if (e instanceof QueueRefusedException) {
                own.shutdown();
                throw (QueueRefusedException) e;
            }
            missed(e);
        }
        own.scheduleWithFixedDelay(this::watch, bounds.watchMillis(), bounds.watchMillis(), TimeUnit.MILLISECONDS);
    }

    private void open() throws IOException {
        Connection connection = connection();
        terms.require(connection);
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the connection has no channel left");
        }
        channel.basicQos(getPrefetchCount());
        ChannelSession opened = new ChannelSession(
                inlet,
                channel,
                own,
                (wire, envelope) -> getMessagePropertiesConverter().toMessageProperties(wire, envelope, "UTF-8"),
                this::route,
                this::lookSoon,
                bounds);
        session = opened;
        opened.consume(terms.queue(), getConsumerArguments(), isExclusive());
        pauseMillis = bounds.reconnectMillisMin();
        LOG.info("{}: consumes queue '{}', at most {} messages in flight", inlet, terms.queue(), getPrefetchCount());
    }

    // Spring's factory opens a lost connection again only when it is asked for a channel.
    private Connection connection() {
        org.springframework.amqp.rabbit.connection.Connection shared =
                getConnectionFactory().createConnection();
        if (!shared.isOpen()) {
            RabbitUtils.closeChannel(shared.createChannel(false));
        }
        return shared.getDelegate();
    }

    private void route(Delivered message, Channel channel) {
        threads.execute(() -> take(message, channel));
    }

    private void take(Delivered message, Channel channel) {
        try {
            ((ChannelAwareMessageListener) getMessageListener()).onMessage(message, channel);
        } catch (Exception e) {
            // The exchange's own completion has said what becomes of the message.
            LOG.debug("{}: a message was not taken", inlet, e);
        }
    }

    private void watch() {
        try {
            look();
        } catch (IOException | RuntimeException e) {
            missed(e);
        }
    }

    // A stop must not be undone: its channel looks like one that PostgreSQL's absence has paused.
    private void look() throws IOException {
        if (stopping) {
            return;
        }
        ChannelSession now = session;
        if (now == null || !now.isOpen()) {
            reopenLater();
        } else if (now.oldestNanos() > TimeUnit.SECONDS.toNanos(bounds.unacknowledgedSecondsMax())) {
            giveBack(now);
        } else if (!ledger.reachable()) {
            pause(now);
        } else if (!now.isConsuming() && now.inFlight() == 0) {
            now.consume(terms.queue(), getConsumerArguments(), isExclusive());
            LOG.info("{}: consumes again", inlet);
        }
    }

    private void pause(ChannelSession now) throws IOException {
        if (now.isConsuming()) {
            trouble = (ledger.isFull() ? "the store is full" : "PostgreSQL cannot be reached")
                    + "; nothing is taken until that ends";
            LOG.warn("{}: {}", inlet, trouble);
            now.cancel();
        }
    }

    // RabbitMQ would close the channel at its consumer_timeout; so it is done once, and in time.
    private void giveBack(ChannelSession now) {
        trouble = "a message was unacknowledged for %d s; all were given back to the queue"
                .formatted(bounds.unacknowledgedSecondsMax());
        LOG.warn("{}: {}", inlet, trouble);
        now.close();
    }

    private void reopenLater() {
        if (!looking && ledger.reachable()) {
            looking = true;
            own.schedule(this::reopen, pauseMillis, TimeUnit.MILLISECONDS);
            pauseMillis = Math.min(pauseMillis * 2, bounds.reconnectMillisMax());
        }
    }

    private void reopen() {
        looking = false;
        try {
            if (!stopping) {
                open();
            }
        } catch (IOException | RuntimeException e) {
            missed(e);
        }
    }

    private void missed(Exception e) {
        String now = Refusal.describe(e);
        if (!now.equals(trouble)) {
            LOG.warn("{}: {}", inlet, now);
        }
        trouble = now;
    }

    private void lookSoon() {
        try {
            own.execute(this::watch);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("{}: stopped", inlet);
        }
    }

    /** Cancels, waits for the decisions on what was taken, acknowledges them, and only then closes the channel. */
    @Override
    protected void shutdownAndWaitOrCallback(Runnable callback) {
        try {
            ChannelSession last = own.submit(this::cancelForGood).get();
            if (last != null && !last.awaitSettled(TimeUnit.SECONDS.toNanos(bounds.stopSecondsMax()))) {
                LOG.warn(
                        "{}: {} messages are undecided at the stop; the broker sends them again",
                        inlet,
                        last.inFlight());
            }
            own.execute(this::closeForGood);
            own.shutdown();
            own.awaitTermination(bounds.stopSecondsMax(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.warn("{}: the stop has failed; the broker sends again what is not acknowledged", inlet, e);
        } finally {
            own.shutdownNow();
            if (callback != null) {
                callback.run();
            }
        }
    }

    private ChannelSession cancelForGood() {
        stopping = true;
        trouble = "stopped";
        try {
            if (session != null && session.isOpen()) {
                session.cancel();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{}: the channel closed before the stop", inlet, e);
        }
        return session;
    }

    private void closeForGood() {
        if (session != null && session.isOpen()) {
            session.close();
        }
        session = null;
    }
}
