package io.plantgate.bench;

import io.plantgate.inlet.mqtt.MqttNode;
import io.plantgate.inlet.mqtt.Plant;
import io.plantgate.ledger.Ledger;
import io.plantgate.testing.MosquittoServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Mosquitto, with a session that is kept while nobody is connected. */
final class MqttTransport implements Transport {

    private final MosquittoServer broker;

    MqttTransport(Path program, Path directory) {
        // It writes all that it holds each time, so once in a run would be once too often.
        broker = MosquittoServer.start(program, directory, "autosave_interval 3600");
    }

    @Override
    public String name() {
        return "MQTT (Mosquitto)";
    }

    @Override
    public void publish(List<Message> messages) throws Exception {
        // So there is a session that keeps them.
        consume(new AtOnce(), 1).close();
        try (Plant plant = new Plant(broker.url())) {
            for (Message message : messages) {
                plant.publish("plant/" + message.device() + "/trip", message.raw());
            }
            plant.allAcknowledged();
        }
    }

    @Override
    public AutoCloseable consume(Ledger ledger, int inFlightMax) throws Exception {
        MqttNode node = new MqttNode(ledger, "bench", broker.url());
        node.source("pumps", "plant/+/trip", Map.of("inFlightMax", Integer.toString(inFlightMax)));
        Awaitility.await().until(() -> node.isSubscribed("mqtt:pumps"));
        return node;
    }

    @Override
    public void close() {
        broker.close();
    }
}
