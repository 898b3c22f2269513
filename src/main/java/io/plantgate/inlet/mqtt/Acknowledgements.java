package io.plantgate.inlet.mqtt;

import java.util.ArrayDeque;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * The acknowledgements of one connection, sent in the order in which its messages came (MQTT 5, 4.6.0-2). One that cannot
 * be given holds back those behind it; the broker sends all of them again on the next connection. Once cut, none goes
 * out: packet ids mean nothing on another connection.
 */
final class Acknowledgements {

    private final Sender sender;
    private final ArrayDeque<Place> waiting = new ArrayDeque<>();
    private boolean cut;
    private int undecided;

    Acknowledgements(Sender sender) {
        this.sender = sender;
    }

    /** A place in the order for a message that has just come. */
    synchronized Place arrived(int packetId) {
        Place place = new Place(packetId);
        waiting.addLast(place);
        undecided++;
        return place;
    }

    /** The arrival is in the ledger. */
    synchronized void recorded(Place place) {
        place.recorded = true;
        undecided--;
        while (!cut && !waiting.isEmpty() && waiting.peekFirst().recorded) {
            send(waiting.removeFirst());
        }
    }

    /** The arrival is not in the ledger and will not be by this delivery. */
    synchronized void failed() {
        undecided--;
    }

    /** From now on nothing goes out. */
    synchronized void cut() {
        cut = true;
        waiting.clear();
    }

    /** True if every message that came has been decided one way or the other. */
    synchronized boolean isSettled() {
        return undecided == 0;
    }

    private void send(Place place) {
        try {
            sender.send(place.packetId);
        } catch (MqttException | RuntimeException linkIsGone) {
            // Paho throws NullPointerException once its client is closed.
            cut();
        }
    }

    /** One message's place in the order. */
    static final class Place {
        private final int packetId;
        private boolean recorded;

        private Place(int packetId) {
            this.packetId = packetId;
        }
    }

    /** Puts a PUBACK on its way; does not wait. */
    @FunctionalInterface
    interface Sender {
        void send(int packetId) throws MqttException;
    }
}
