package io.plantgate.sites;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import org.springframework.beans.factory.annotation.Autowired;

/** On the embedded broker. */
class HiveMqOperationsTest extends MqttOperationsContract {

    @Autowired
    private MqttBrokerAddress embedded;

    @Override
    String brokerUrl() {
        return embedded.url();
    }
}
