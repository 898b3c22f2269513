package io.plantgate.inlet.mqtt;

import io.plantgate.intake.Profile;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.spi.UriEndpoint;

/** A durable subscription whose messages are acknowledged after their commit. Consumer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "mqtt-source",
        title = "Plantgate MQTT source",
        syntax = "mqtt-source:profile",
        consumerOnly = true,
        category = {Category.MESSAGING, Category.IOT})
final class MqttSourceEndpoint extends DurableEndpoint {

    private final Profile profile;
    private final String credential;

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
        super(uri, topic, component, options, common, inlet, inFlightMax);
        this.profile = profile;
        this.credential = credential;
    }

    Profile profile() {
        return profile;
    }

    @Override
    String credential() {
        return credential;
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        MqttSourceConsumer consumer = new MqttSourceConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }
}
