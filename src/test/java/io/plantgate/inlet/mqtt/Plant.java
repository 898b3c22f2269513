package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/** The devices: publishes at QoS 1 over a connection of its own, and knows what the broker has acknowledged. */
public final class Plant implements AutoCloseable {

    private static final int IN_FLIGHT_MAX = 400;

    private final MqttAsyncClient client;
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT_MAX);

    public Plant(String brokerUrl) throws MqttException {
        this(brokerUrl, new MqttConnectionOptions());
    }

    Plant(String brokerUrl, MqttConnectionOptions options) throws MqttException {
        client = new MqttAsyncClient(brokerUrl, "plant-" + UUID.randomUUID(), new MemoryPersistence());
        options.setCleanStart(true);
        client.connect(options).waitForCompletion(10_000);
    }

    /** A trip of a pump as its controller sends it. */
    static byte[] trip(String source, String transitionId, String severity) {
        return """
                {"source":"%s","transitionId":"%s","bootId":"B17","severity":"%s"}""".formatted(source, transitionId, severity).getBytes(StandardCharsets.UTF_8);
    }

    public void publish(String topic, byte[] payload) throws Exception {
        publish(topic, new MqttMessage(payload, 1, false, null));
    }

    void publish(String topic, MqttMessage message) throws Exception {
        assertThat(inFlight.tryAcquire(30, TimeUnit.SECONDS))
                .as("the broker acknowledges")
                .isTrue();
        client.publish(topic, message, null, new MqttActionListener() {
            @Override
            public void onSuccess(IMqttToken token) {
                inFlight.release();
            }

            @Override
            public void onFailure(IMqttToken token, Throwable failure) {
                // Its place stays taken, and allAcknowledged() fails.
            }
        });
    }

    /** So many trips of one source, numbered from a number on. */
    void publishTrips(String topic, String source, int from, int count) throws Exception {
        for (int number = from; number < from + count; number++) {
            publish(topic, trip(source, "T" + number, "high"));
        }
        allAcknowledged();
    }

    public void allAcknowledged() throws InterruptedException {
        assertThat(inFlight.tryAcquire(IN_FLIGHT_MAX, 60, TimeUnit.SECONDS))
                .as("the broker has acknowledged all")
                .isTrue();
        inFlight.release(IN_FLIGHT_MAX);
    }

    @Override
    public void close() throws MqttException {
        client.disconnectForcibly(0, 1000, true);
        client.close(true);
    }
}
