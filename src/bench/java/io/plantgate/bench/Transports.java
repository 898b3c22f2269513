package io.plantgate.bench;

import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.RabbitMqServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/** The brokers that are installed on this machine, started, each with the gateway's ways in from there. */
final class Transports implements AutoCloseable {

    private final Path directory = Files.createTempDirectory("plantgate-bench-");
    private final List<AutoCloseable> brokers = new ArrayList<>();
    private final List<Transport> all = new ArrayList<>();

    Transports() throws IOException {
        MosquittoServer.program().ifPresent(this::addMosquitto);
        RabbitMqServer.program().ifPresent(this::addRabbitMq);
        if (all.isEmpty()) {
            System.out.println("Neither mosquitto nor rabbitmq-server is installed: no transport is measured.");
        }
    }

    private void addMosquitto(Path program) {
        // It writes all that it holds each time, so once in a run would be once too often.
        MosquittoServer broker = MosquittoServer.start(program, directory, "autosave_interval 3600");
        brokers.add(broker);
        all.add(new MqttTransport(broker));
    }

    private void addRabbitMq(Path program) {
        RabbitMqServer broker = RabbitMqServer.start(program);
        brokers.add(broker);
        all.add(new AmqpTransport(broker, "classic"));
        all.add(new AmqpTransport(broker, "quorum"));
    }

    List<Transport> all() {
        return all;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable broker : brokers) {
            broker.close();
        }
        FileSystemUtils.deleteRecursively(directory);
    }
}
