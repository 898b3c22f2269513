package io.plantgate.inlet.mqtt;

import java.nio.charset.StandardCharsets;
import org.apache.camel.Producer;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Component;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Endpoint;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;

/** A subscription that the broker keeps while the gateway is away. Consumer only. */
abstract class DurableEndpoint extends PahoMqtt5Endpoint {

    private final MqttInlet common;
    private final String inlet;
    private final int inFlightMax;

    DurableEndpoint(
            String uri,
            String topic,
            PahoMqtt5Component component,
            PahoMqtt5Configuration options,
            MqttInlet common,
            String inlet,
            int inFlightMax) {
        super(uri, topic, component, options);
        this.common = common;
        this.inlet = inlet;
        this.inFlightMax = inFlightMax;
    }

    final MqttInlet common() {
        return common;
    }

    final String inlet() {
        return inlet;
    }

    final int inFlightMax() {
        return inFlightMax;
    }

    /** The device credential that bounds which sources it may speak for, or null. */
    String credential() {
        return null;
    }

    final DurableSource source() {
        String configured = getConfiguration().getBrokerUrl();
        return DurableSource.of(this, configured == null || configured.isBlank() ? common.brokerUrl() : configured);
    }

    /** The options of one connection; credentials that the endpoint does not name are those of the configured broker. */
    final MqttConnectionOptions connectionOptions() {
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
    public final Producer createProducer() {
        throw new UnsupportedOperationException(
                "This endpoint receives; to send, use paho-mqtt5: with a client id of its own.");
    }
}
