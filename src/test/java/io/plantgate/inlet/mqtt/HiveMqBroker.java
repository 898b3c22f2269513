package io.plantgate.inlet.mqtt;

import io.plantgate.embedded.EmbeddedMqttBroker;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** The embedded broker. */
final class HiveMqBroker implements Broker {

    private final Path directory;
    private EmbeddedMqttBroker server;

    HiveMqBroker(Path directory) {
        this.directory = directory;
        this.server = EmbeddedMqttBroker.startIn(directory, 0);
    }

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void restart() {
        server.close();
        server = EmbeddedMqttBroker.startIn(directory, server.port());
    }

    @Override
    public void restartWithoutSessions() throws IOException {
        server.close();
        FileSystemUtils.deleteRecursively(directory);
        server = EmbeddedMqttBroker.startIn(directory, server.port());
    }

    @Override
    public void close() {
        server.close();
    }
}
