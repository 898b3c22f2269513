package io.plantgate.inlet.mqtt;

import io.plantgate.intake.Profile;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.apache.camel.spi.UriEndpoint;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;

/** A durable subscription whose messages are acknowledged after their commit. Consumer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "mqtt-source",
        title = "Plantgate MQTT source",
        syntax = "mqtt-source:profile",
        consumerOnly = true,
        category = {Category.MESSAGING, Category.IOT})
final class MqttSourceEndpoint extends PahoMqtt5Endpoint {

    private final MqttInlet common;
    private final Profile profile;
    private final String inlet;
    private final String credential;
    private final int inFlightMax;

    MqttSourceEndpoint(
            String uri,
            String topic,
            MqttSourceComponent component,
            PahoMqtt5Configuration options,
            MqttInlet common,
            Profile profile,
            String inlet,
            String credential,
            int inFlightMax) {
        super(uri, topic, component, options);
        this.common = common;
        this.profile = profile;
        this.inlet = inlet;
        this.credential = credential;
        this.inFlightMax = inFlightMax;
    }

    Profile profile() {
        return profile;
    }

    String inlet() {
        return inlet;
    }

    String credential() {
        return credential;
    }

    int inFlightMax() {
        return inFlightMax;
    }

    /** The options of one connection; credentials that the endpoint does not name are those of the configured broker. */
    MqttConnectionOptions connectionOptions() {
        MqttConnectionOptions options = createMqttConnectionOptions();
        MqttInletProperties broker = common.properties();
        if (options.getUserName() == null && !broker.userName().isBlank()) {
            options.setUserName(broker.userName());
            options.setPassword(broker.password().getBytes(StandardCharsets.UTF_8));
        }
        if (options.getSocketFactory() == null && !broker.sslBundle().isBlank()) {
            options.setSocketFactory(common.tls().apply(broker.sslBundle()));
        }
        // The keeper connects again itself, with a client of its own each time.
        options.setAutomaticReconnect(false);
        options.setTopicAliasMaximum(null);
        return options;
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        String configured = getConfiguration().getBrokerUrl();
        String brokerUrl = configured == null || configured.isBlank() ? common.brokerUrl() : configured;
        MqttSourceConsumer consumer =
                new MqttSourceConsumer(this, processor, common, DurableSource.of(this, brokerUrl));
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException(
                "mqtt-source: receives; to send, use paho-mqtt5: with a client id of its own.");
    }
}
