package io.plantgate.inlet.mqtt;

import io.plantgate.event.VisibleText;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the broker, with a Paho client of its own: what belongs to it can never reach another. The callback
 * is set before it connects, because a broker sends a resumed session's messages at once. Its life: opened, subscribed,
 * perhaps resting, closed.
 */
final class Link implements MqttCallback {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);
    private static final long CLOSE_MILLIS_MAX = 2000;
    private static final long GONE_MILLIS_MAX = 1000;
    private static final long ANSWER_MILLIS_MAX = 5000;
    // Reason codes from here on are refusals (MQTT 5, 2.4).
    private static final int REFUSED = 0x80;
    private static final int REASON_CHARS_MAX = 200;

    /** Why a connection is to be given up on purpose, or why it went. */
    enum Trouble {
        /** The broker or the network ended it. */
        LOST,
        /** The window stayed full; the session keeps what comes meanwhile. */
        FULL,
        /** An arrival could not be recorded; the broker sends it again on the next connection. */
        UNRECORDED,
        /** A person or a shutdown wants it so. */
        STOP
    }

    private final MqttAsyncClient client;
    private final DurableSource source;
    private final Window window;
    private final Takeovers takeovers;
    private final Acknowledgements acknowledgements;
    private final Arrivals arrivals;
    private volatile Trouble trouble;
    private volatile String reason = "";
    private volatile boolean takenOver;
    // Only the keeper's thread touches it.
    private long goneNanos;

    /** @param arrivals where its messages go */
    Link(DurableSource source, Window window, Takeovers takeovers, Arrivals arrivals) throws MqttException {
        this.source = source;
        this.window = window;
        this.takeovers = takeovers;
        this.arrivals = arrivals;
        // Paho persists what is sent, and what comes at QoS 2; here is neither.
        this.client = new MqttAsyncClient(source.brokerUrl(), source.clientId(), new MemoryPersistence());
        client.setManualAcks(true);
        client.setCallback(this);
        this.acknowledgements = new Acknowledgements(packetId -> client.messageArrivedComplete(packetId, 1));
    }

    /**
     * Connects and subscribes.
     *
     * @return true if the broker kept the session
     * @throws MqttException if it does not let us in, or does not grant the subscription at QoS 1
     */
    boolean open(MqttConnectionOptions options) throws MqttException {
        long millis = TimeUnit.SECONDS.toMillis(options.getConnectionTimeout());
        IMqttToken connected = client.connect(options);
        connected.waitForCompletion(millis);
        IMqttToken subscribed = client.subscribe(source.topic(), source.qos());
        subscribed.waitForCompletion(millis);
        requireGranted(subscribed.getReasonCodes());
        return connected.getSessionPresent();
    }

    // Paho takes a refused subscription for a success.
    private void requireGranted(int[] codes) throws MqttException {
        if (codes == null || codes.length != 1 || codes[0] != source.qos()) {
            int code = codes == null || codes.length == 0 ? 0x80 : codes[0];
            throw new SubscriptionRefusedException(source.topic(), code);
        }
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        if (trouble != null) {
            // Not acknowledged: it comes again.
            return;
        }
        if (!window.enter(source.fullMillisMax(), () -> trouble == null)) {
            rest(Trouble.FULL, "the ledger is too slow for what comes; the broker keeps it");
            return;
        }
        Acknowledgements.Place place = message.getQos() == 0 ? null : acknowledgements.arrived(message.getId());
        arrivals.take(topic, message, new Message(place));
    }

    /** Takes nothing more; what is in flight goes on and is acknowledged. The first reason stays. */
    void rest(Trouble why, String words) {
        if (trouble == null) {
            reason = words;
            trouble = why;
        }
    }

    @Override
    public void disconnected(MqttDisconnectResponse response) {
        if (response.getReturnCode() == Takeovers.SESSION_TAKEN_OVER) {
            takeovers.count();
            takenOver = true;
        }
        acknowledgements.cut();
        reason = describe(response);
        trouble = Trouble.LOST;
    }

    private static String describe(MqttDisconnectResponse response) {
        if (response.getReturnCode() == Takeovers.SESSION_TAKEN_OVER) {
            return "another client connected under this client id (0x8E)";
        }
        String words = response.getReasonString() != null
                ? response.getReasonString()
                : String.valueOf(response.getException());
        return VisibleText.of("code 0x%02X, %s".formatted(response.getReturnCode(), words), REASON_CHARS_MAX);
    }

    /** Why it is not to be used any more; null while it is. */
    Trouble trouble() {
        if (trouble == null && !client.isConnected()) {
            watchGone();
        }
        return trouble;
    }

    // Paho says a little later why; should it say nothing, the connection is gone all the same.
    private void watchGone() {
        long now = System.nanoTime();
        if (goneNanos == 0) {
            goneNanos = now;
        } else if (now - goneNanos > TimeUnit.MILLISECONDS.toNanos(GONE_MILLIS_MAX)) {
            acknowledgements.cut();
            rest(Trouble.LOST, "the connection is gone");
        }
    }

    /** True if the broker said that another client took the id. */
    boolean wasTakenOver() {
        return takenOver;
    }

    String reason() {
        return reason;
    }

    /** True if all that came over it has been decided. */
    boolean isSettled() {
        return acknowledgements.isSettled();
    }

    /** Sends what acknowledgements are due and disconnects; the broker keeps the session. */
    void close() {
        rest(Trouble.STOP, "closed");
        try {
            if (client.isConnected()) {
                client.disconnect(CLOSE_MILLIS_MAX / 2).waitForCompletion(CLOSE_MILLIS_MAX);
            }
        } catch (MqttException | RuntimeException e) {
            LOG.debug("{}: did not disconnect in order", source.inlet(), e);
        }
        acknowledgements.cut();
        release();
    }

    private void release() {
        try {
            if (client.isConnected()) {
                client.disconnectForcibly(0, CLOSE_MILLIS_MAX, false);
            }
            client.close(true);
        } catch (MqttException | RuntimeException e) {
            LOG.debug("{}: the client was not closed in order", source.inlet(), e);
        }
    }

    @Override
    public void mqttErrorOccurred(MqttException exception) {
        LOG.warn("{}: {}", source.inlet(), VisibleText.of(String.valueOf(exception.getMessage()), REASON_CHARS_MAX));
    }

    @Override
    public void deliveryComplete(IMqttToken token) {
        // Who answers waits for it.
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {
        // Told by the answer to connect().
    }

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {
        // No enhanced authentication is asked for.
    }

    /** Takes messages on. Never blocks. */
    interface Arrivals {
        void take(String topic, MqttMessage message, Receipt receipt);
    }

    private final class Message implements Receipt {
        private final Acknowledgements.Place place;

        Message(Acknowledgements.Place place) {
            this.place = place;
        }

        @Override
        public void recorded() {
            if (place != null) {
                acknowledgements.recorded(place);
            }
            window.leave();
        }

        @Override
        public void failed(Throwable cause) {
            if (place != null) {
                acknowledgements.failed();
            }
            window.leave();
            rest(Trouble.UNRECORDED, "an arrival could not be recorded: " + cause);
        }

        @Override
        public boolean isWorthRetrying() {
            return place == null || trouble != Trouble.LOST && trouble != Trouble.FULL;
        }

        @Override
        public void answer(String topic, MqttMessage answer) throws MqttException {
            IMqttToken sent = client.publish(topic, answer);
            sent.waitForCompletion(ANSWER_MILLIS_MAX);
            int[] codes = sent.getReasonCodes();
            // Paho takes a refused message for a success.
            if (codes != null && codes.length > 0 && codes[0] >= REFUSED) {
                throw new MqttException(codes[0]);
            }
        }
    }
}
