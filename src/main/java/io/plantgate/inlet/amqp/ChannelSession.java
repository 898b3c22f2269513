package io.plantgate.inlet.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.MessageProperties;

/**
 * One channel's life: what came through it, and the acknowledgements of that, in order.
 *
 * <p>Decisions come in any order on the ledger's threads; the channel acknowledges the unbroken run at the front with one
 * {@code basic.ack} (multiple), on the inlet's own thread. Nothing is ever rejected or requeued message by message: the
 * broker sends again what a closed channel leaves.
 */
final class ChannelSession extends DefaultConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSession.class);

    private final String inlet;
    private final Channel channel;
    private final ScheduledExecutorService own;
    private final BiFunction<BasicProperties, Envelope, MessageProperties> properties;
    private final BiConsumer<Delivered, Channel> route;
    private final InFlight inFlight = new InFlight();
    private final Again again;
    private final AtomicBoolean acknowledging = new AtomicBoolean();
    private volatile String consumerTag;

    /**
     * @param own the inlet's thread, on which the channel is used
     * @param route takes a message; says later by {@link Delivered} what became of it
     * @param onEnd told once the channel has closed
     */
    ChannelSession(
            String inlet,
            Channel channel,
            ScheduledExecutorService own,
            BiFunction<BasicProperties, Envelope, MessageProperties> properties,
            BiConsumer<Delivered, Channel> route,
            Runnable onEnd,
            AmqpInletProperties bounds) {
        super(channel);
        this.inlet = inlet;
        this.channel = channel;
        this.own = own;
        this.properties = properties;
        this.route = route;
        this.again = new Again(own, message -> route.accept(message, channel), channel::isOpen, bounds);
        channel.addShutdownListener(why -> {
            inFlight.changed();
            again.closed();
            onEnd.run();
        });
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    boolean isConsuming() {
        return consumerTag != null && channel.isOpen();
    }

    long oldestNanos() {
        return inFlight.oldestNanos();
    }

    int inFlight() {
        return inFlight.size();
    }

    /** Begins to consume, or goes on after {@link #cancel}. */
    void consume(String queue, Map<String, Object> arguments, boolean exclusive) throws IOException {
        if (consumerTag == null) {
            consumerTag = channel.basicConsume(queue, false, "", false, exclusive, arguments, this);
            inFlight.delivering(true);
        }
    }

    /** Takes no more; what was taken stays unacknowledged and is acknowledged as it is decided. */
    void cancel() throws IOException {
        if (consumerTag != null) {
            String tag = consumerTag;
            consumerTag = null;
            channel.basicCancel(tag);
        }
    }

    /** Waits until a cancelled channel has brought all and all is acknowledged; false if that took too long. */
    boolean awaitSettled(long timeoutNanos) throws InterruptedException {
        return inFlight.awaitNone(timeoutNanos, channel::isOpen);
    }

    /** The broker sends again, once, what is not acknowledged. */
    void close() {
        try {
            channel.close();
        } catch (IOException | TimeoutException | AlreadyClosedException e) {
            LOG.debug("{}: the channel was closed already", inlet, e);
        }
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, BasicProperties wire, byte[] body) {
        Delivered message = new Delivered(body, properties.apply(wire, envelope), this, System.nanoTime());
        inFlight.add(message);
        again.awaitNone();
        route.accept(message, channel);
    }

    // Comes after all deliveries of that consumer. A channel that consumes again meanwhile has a new tag.
    @Override
    public void handleCancelOk(String tag) {
        inFlight.delivering(consumerTag != null);
    }

    /** The broker has taken the queue away. */
    @Override
    public void handleCancel(String tag) {
        LOG.warn("{}: the broker has cancelled the consumer; its queue was deleted or has moved", inlet);
        submit(this::close);
    }

    void settle(Delivered message) {
        if (inFlight.decide(message) && acknowledging.compareAndSet(false, true)) {
            submit(this::acknowledge);
        }
    }

    void offerAgain(Delivered message) {
        again.add(message);
    }

    private void acknowledge() {
        // In front of the taking: a decision that comes now is either taken here or submits anew.
        acknowledging.set(false);
        long last = inFlight.takeDecided();
        try {
            if (last > 0 && channel.isOpen()) {
                channel.basicAck(last, true);
            }
        } catch (IOException | AlreadyClosedException e) {
            LOG.debug("{}: closed before the acknowledgement; the broker sends again", inlet, e);
        }
        inFlight.changed();
    }

    private void submit(Runnable task) {
        try {
            own.execute(task);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("{}: stopped; the broker sends again", inlet);
        }
    }
}
