package io.plantgate.embedded.simulator;

import java.nio.charset.StandardCharsets;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Speaks MQTT 5 at QoS 1, on the topic {@code plant/pumps/PUMP/trip}. */
final class MqttVoice implements Voice {

    private static final Logger LOG = LoggerFactory.getLogger(MqttVoice.class);
    private static final int AT_LEAST_ONCE = 1;
    private static final long ANSWER_MILLIS_MAX = 5_000;

    private final String url;
    private final MqttConnectionOptions options;
    private MqttClient client;

    MqttVoice(String url, MqttConnectionOptions options) {
        this.url = url;
        this.options = options;
    }

    @Override
    public void say(String pump, String message) throws MqttException {
        connected().publish("plant/pumps/" + pump + "/trip", bytes(message), AT_LEAST_ONCE, false);
    }

    private MqttClient connected() throws MqttException {
        if (client == null || !client.isConnected()) {
            close();
            client = new MqttClient(url, "plantgate-simulator", new MemoryPersistence());
            client.setTimeToWait(ANSWER_MILLIS_MAX);
            client.connect(options);
        }
        return client;
    }

    @Override
    public void close() {
        if (client == null) {
            return;
        }
        try {
            if (client.isConnected()) {
                client.disconnect();
            }
            client.close();
        } catch (MqttException e) {
            LOG.debug("The simulated plant's MQTT line is gone already.", e);
        }
    }

    private static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.UTF_8);
    }
}
