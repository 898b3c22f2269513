package io.plantgate.delivery.plc;

import io.plantgate.embedded.EmbeddedMqttBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** One embedded broker for all tests of devices that speak MQTT; it ends with the process. */
final class SharedBroker {

    private static final EmbeddedMqttBroker BROKER = start();

    private SharedBroker() {}

    static String url() {
        return BROKER.url();
    }

    private static EmbeddedMqttBroker start() {
        try {
            return EmbeddedMqttBroker.startIn(Files.createTempDirectory("plantgate-devices-"), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
