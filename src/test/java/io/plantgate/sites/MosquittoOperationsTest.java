package io.plantgate.sites;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plantgate.testing.MosquittoServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a Mosquitto of this machine. */
class MosquittoOperationsTest extends MqttOperationsContract {

    private static MosquittoServer mosquitto;

    @BeforeAll
    static void startMosquitto(@TempDir Path directory) {
        Optional<Path> program = MosquittoServer.program();
        assumeTrue(program.isPresent(), "no mosquitto on the PATH: install the package mosquitto");
        mosquitto = MosquittoServer.start(program.orElseThrow(), directory);
    }

    @AfterAll
    static void stopMosquitto() {
        if (mosquitto != null) {
            mosquitto.close();
        }
    }

    @Override
    String brokerUrl() {
        return mosquitto.url();
    }
}
