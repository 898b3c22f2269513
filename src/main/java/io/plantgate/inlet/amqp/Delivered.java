package io.plantgate.inlet.amqp;

import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

/** One message as a channel brought it, until that channel may acknowledge it. */
final class Delivered extends Message {

    private static final long serialVersionUID = 1L;

    private final transient ChannelSession session;
    private final long receivedNanos;
    // Guarded by the session's lock.
    private boolean decided;

    Delivered(byte[] body, MessageProperties properties, ChannelSession session, long receivedNanos) {
        super(body, properties);
        this.session = session;
        this.receivedNanos = receivedNanos;
    }

    long tag() {
        return getMessageProperties().getDeliveryTag();
    }

    long receivedNanos() {
        return receivedNanos;
    }

    boolean isDecided() {
        return decided;
    }

    void markDecided() {
        decided = true;
    }

    /** The ledger has committed what this message is. */
    void settle() {
        session.settle(this);
    }

    /** The ledger has not taken it, or does not know: it stays unacknowledged and is offered again. */
    void offerAgain() {
        session.offerAgain(this);
    }
}
