package io.plantgate.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.inlet.mqtt.Plant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How messages come to a group of nodes. Each sends them as fast as they are taken and fails at the first error that a sender sees. */
enum NodesDoor {
    MQTT("Mosquitto, a $share topic") {
        @Override
        void send(NodesPlant plant, int group, List<Message> messages) throws Exception {
            inParallel(SENDERS, messages, (sender, own) -> {
                try (Plant devices = new Plant(plant.mqttUrl())) {
                    for (Message message : own) {
                        devices.publish(NodeSite.topic(group, message.device()), message.raw());
                    }
                    devices.allAcknowledged();
                }
            });
        }
    },
    AMQP("RabbitMQ, one classic queue") {
        @Override
        void send(NodesPlant plant, int group, List<Message> messages) throws Exception {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setPort(plant.amqpPort());
            inParallel(SENDERS, messages, (sender, own) -> {
                try (Connection connection = factory.newConnection();
                        Channel channel = connection.createChannel()) {
                    channel.confirmSelect();
                    for (Message message : own) {
                        channel.basicPublish(
                                "", NodeSite.queue(group), true, MessageProperties.PERSISTENT_BASIC, message.raw());
                    }
                    channel.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
                }
            });
        }
    },
    HTTP("HTTP, single posts on 64 connections") {
        @Override
        void send(NodesPlant plant, int group, List<Message> messages) throws Exception {
            List<Integer> ports = plant.httpPorts(group);
            inParallel(CONNECTIONS, messages, (sender, own) -> {
                try (RawPost connection = new RawPost(ports.get(sender % group))) {
                    for (Message message : own) {
                        int status = connection.post("/api/events/pumps", "application/json", message.raw());
                        if (status != CREATED) {
                            throw new IllegalStateException(message.key() + " is answered " + status);
                        }
                    }
                }
            });
        }
    };

    private static final int SENDERS = 2;
    private static final int CONNECTIONS = 64;
    private static final int CREATED = 201;
    private static final int CONFIRMED_WITHIN_MILLIS = 120_000;

    private final String title;

    NodesDoor(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns once the last message is acknowledged. */
    abstract void send(NodesPlant plant, int group, List<Message> messages) throws Exception;

    /** What one sender does with its part of the messages. */
    @FunctionalInterface
    private interface Sending {
        void send(int sender, List<Message> own) throws Exception;
    }

    private static void inParallel(int senders, List<Message> messages, Sending sending) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(senders);
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (int sender = 0; sender < senders; sender++) {
                int number = sender;
                List<Message> own = new ArrayList<>();
                for (int i = sender; i < messages.size(); i += senders) {
                    own.add(messages.get(i));
                }
                running.add(pool.submit(() -> {
                    sending.send(number, own);
                    return null;
                }));
            }
            for (Future<Void> sender : running) {
                sender.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
