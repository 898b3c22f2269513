package io.plantgate.failure.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The real brokers that this machine has; without them their transports are left out, and the round's log says so. */
final class Brokers {

    private Brokers() {}

    static List<Broker> start(Path directory) {
        var rabbit = CompletableFuture.supplyAsync(RabbitMqBroker::start);
        List<Broker> brokers = new ArrayList<>();
        MosquittoBroker.start(directory.resolve("mosquitto")).ifPresent(brokers::add);
        rabbit.join().ifPresent(brokers::add);
        return brokers;
    }

    static String described(List<Broker> brokers) {
        return described(brokers, "mqtt", "Mosquitto") + described(brokers, "amqp", "RabbitMQ");
    }

    private static String described(List<Broker> brokers, String name, String program) {
        return brokers.stream()
                .filter(broker -> broker.name().equals(name))
                .findFirst()
                .map(broker -> ", " + broker.program())
                .orElse(", no " + program + " (not installed: left out)");
    }
}
