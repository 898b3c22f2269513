package io.plantgate.failure.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.packet.MqttReturnCode;

/** A device: publishes with QoS 1; what the broker acknowledged, the broker owes to the gateway. */
final class MqttPublisher extends Publisher {

    private static final int TOGETHER = 10;
    private static final int ACKNOWLEDGED_WITHIN_MILLIS = 5000;
    private static final int WAITING_COMES_WITHIN_MILLIS = 3000;

    private final String address;
    private MqttAsyncClient client;

    MqttPublisher(Workload workload, PublishLog log, int port, int pauseMillis) {
        super("mqtt", workload, log, TOGETHER, pauseMillis * TOGETHER);
        this.address = "tcp://127.0.0.1:" + port;
    }

    @Override
    boolean publish(List<Publication> open) {
        try {
            connect();
            publishAll(open);
            return true;
        } catch (MqttException e) {
            disconnect();
            return false;
        }
    }

    private void publishAll(List<Publication> open) throws MqttException {
        List<Publication> together = new ArrayList<>(open);
        List<IMqttToken> tokens = new ArrayList<>();
        for (Publication publication : together) {
            tokens.add(client.publish(MosquittoBroker.TOPIC, publication.raw(), 1, false));
        }
        for (int i = 0; i < tokens.size(); i++) {
            tokens.get(i).waitForCompletion(ACKNOWLEDGED_WITHIN_MILLIS);
            acknowledge(together.get(i), tokens.get(i));
            open.remove(together.get(i));
        }
    }

    private void acknowledge(Publication publication, IMqttToken token) {
        for (int reason : token.getReasonCodes()) {
            if (reason == MqttReturnCode.RETURN_CODE_NO_MATCHING_SUBSCRIBERS) {
                log.complain("The broker has no session of the gateway for " + publication);
            }
        }
        log.acknowledged(publication);
    }

    private void connect() throws MqttException {
        if (client == null || !client.isConnected()) {
            disconnect();
            client = new MqttAsyncClient(address, "torture-device", new MemoryPersistence());
            MqttConnectionOptions options = new MqttConnectionOptions();
            options.setCleanStart(true);
            options.setConnectionTimeout(3);
            client.connect(options).waitForCompletion(ACKNOWLEDGED_WITHIN_MILLIS);
        }
    }

    private void disconnect() {
        close(client);
        client = null;
    }

    private static void close(MqttAsyncClient client) {
        if (client != null) {
            try {
                client.disconnectForcibly(0, 0, false);
                client.close(true);
            } catch (MqttException e) {
                // It is of no more use either way.
            }
        }
    }

    /** Takes the gateway's place in its session, and counts what still comes. */
    static long takeWaiting(int port) {
        AtomicLong waiting = new AtomicLong();
        MqttAsyncClient client = null;
        try {
            client = new MqttAsyncClient("tcp://127.0.0.1:" + port, MosquittoBroker.CLIENT_ID, new MemoryPersistence());
            client.setCallback(new CountingCallback(waiting));
            MqttConnectionOptions options = new MqttConnectionOptions();
            options.setCleanStart(false);
            IMqttToken connected = client.connect(options);
            connected.waitForCompletion(ACKNOWLEDGED_WITHIN_MILLIS);
            Tormentor.pause(WAITING_COMES_WITHIN_MILLIS);
            return waiting.get();
        } catch (MqttException e) {
            throw new IllegalStateException(e);
        } finally {
            close(client);
        }
    }
}
