package io.plantgate.inlet.mqtt;

import java.nio.file.Path;

class HiveMqInletTest extends MqttInletContract {

    @Override
    Broker startBroker(Path directory) {
        return new HiveMqBroker(directory);
    }
}
