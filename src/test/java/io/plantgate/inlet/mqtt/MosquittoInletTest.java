package io.plantgate.inlet.mqtt;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plantgate.testing.MosquittoServer;
import java.nio.file.Path;
import java.util.Optional;

class MosquittoInletTest extends MqttInletContract {

    @Override
    Broker startBroker(Path directory) {
        Optional<Path> program = MosquittoServer.program();
        assumeTrue(program.isPresent(), "no mosquitto on the PATH: install the package mosquitto");
        return new MosquittoBroker(program.orElseThrow(), directory);
    }
}
