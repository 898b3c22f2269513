package io.plantgate.bench;

import io.plantgate.inlet.mqtt.MqttNode;
import io.plantgate.inlet.mqtt.Plant;
import io.plantgate.ledger.Ledger;
import io.plantgate.testing.MosquittoServer;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Mosquitto, with a session that is kept while nobody is connected. */
final class MqttTransport implements Transport {

    private final MosquittoServer broker;
    private boolean hasSession;

    MqttTransport(MosquittoServer broker) {
        this.broker = broker;
    }

    @Override
    public String name() {
        return "MQTT (Mosquitto)";
    }

    @Override
    public void publish(List<Message> messages, Pace pace) throws Exception {
        if (!hasSession) {
            consume(new AtOnce(), 1).close();
        }
        try (Plant plant = new Plant(broker.url())) {
            pace.begin();
            for (int i = 0; i < messages.size(); i++) {
                Message message = messages.get(i);
                pace.await(i);
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
        hasSession = true;
        return node;
    }
}
