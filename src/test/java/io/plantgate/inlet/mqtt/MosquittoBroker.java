package io.plantgate.inlet.mqtt;

import io.plantgate.testing.MosquittoServer;
import java.io.IOException;
import java.nio.file.Path;

/** A Mosquitto of this machine. */
final class MosquittoBroker implements Broker {

    private final MosquittoServer server;

    MosquittoBroker(Path program, Path directory) {
        server = MosquittoServer.start(program, directory);
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
        server.restart();
    }

    @Override
    public void restartWithoutSessions() throws IOException {
        server.restartWithoutSessions();
    }

    @Override
    public void close() {
        server.close();
    }
}
