package io.plantgate.inlet.mqtt;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;

class MosquittoInletTest extends MqttInletContract {

    @Override
    Broker startBroker(Path directory) throws IOException {
        assumeTrue(MosquittoBroker.program().isPresent(), "no mosquitto on the PATH: install the package mosquitto");
        return new MosquittoBroker(directory);
    }
}
