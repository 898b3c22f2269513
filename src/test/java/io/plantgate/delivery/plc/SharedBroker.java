package io.plantgate.delivery.plc;

import io.plantgate.embedded.EmbeddedMqttBroker;
import io.plantgate.testing.Folders;
import java.nio.file.Path;

/** One embedded broker for all tests of devices that speak MQTT; it ends with the process. */
final class SharedBroker {

    private static final EmbeddedMqttBroker BROKER = start();

    private SharedBroker() {}

    static String url() {
        return BROKER.url();
    }

    private static EmbeddedMqttBroker start() {
        Path data = Folders.make("plantgate-devices-");
        EmbeddedMqttBroker broker = EmbeddedMqttBroker.startIn(data, 0);
        // It writes gigabytes in the course of a run, and goes on until it is stopped.
        Folders.deleteAtExit(data, broker::close);
        return broker;
    }
}
