package io.plantgate.inlet.mqtt;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.spi.UriEndpoint;

/** A durable subscription to requests, which are acknowledged after they are recorded. Consumer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "mqtt-operations",
        title = "Plantgate MQTT operations",
        syntax = "mqtt-operations:client",
        consumerOnly = true,
        category = {Category.MESSAGING, Category.IOT})
final class MqttOperationsEndpoint extends DurableEndpoint {

    MqttOperationsEndpoint(
            String uri,
            String topic,
            MqttOperationsComponent component,
            PahoMqtt5Configuration options,
            MqttInlet common,
            String inlet,
            int inFlightMax) {
        super(uri, topic, component, options, common, inlet, inFlightMax);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        MqttOperationsConsumer consumer = new MqttOperationsConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }
}
