package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one MQTT device is spoken to.
 *
 * @param url in Paho's form: {@code tcp://host:1883}, {@code ssl://host:8883}
 * @param password never logged
 * @param sslBundle name of a {@code spring.ssl.bundle}, if the platform's certificates are not enough
 * @param commands topic on which the device takes commands
 * @param answers topic on which it acknowledges, completes, and answers queries
 * @param queries topic on which it can be asked; empty if it cannot
 * @param qos of commands: 1 for a device that knows an operationId again, 2 for one that does not
 */
record MqttLine(
        String url,
        Optional<String> user,
        Optional<String> password,
        Optional<String> sslBundle,
        String commands,
        String answers,
        Optional<String> queries,
        int qos) {

    // Of Paho's schemes, where the url names none.
    private static final Map<String, Integer> PORTS = Map.of("tcp", 1883, "ssl", 8883, "ws", 80, "wss", 443);
    private static final Set<String> KEYS =
            Set.of("url", "user", "password", "sslBundle", "commands", "answers", "queries", "qos");

    static MqttLine of(JsonNode connection) {
        Settings settings = Settings.of("connection", connection, KEYS);
        return new MqttLine(
                settings.text("url"),
                settings.optionalText("user"),
                settings.optionalText("password"),
                settings.optionalText("sslBundle"),
                topic(settings.text("commands")),
                topic(settings.text("answers")),
                settings.optionalText("queries").map(MqttLine::topic),
                settings.number("qos", 0, 2, 1));
    }

    private static String topic(String topic) {
        if (topic.contains("#") || topic.contains("+")) {
            throw new IllegalArgumentException(
                    "connection: \"%s\" is a filter, and one topic is wanted".formatted(topic));
        }
        return topic;
    }

    /** Broker and topic on which commands are taken, in one spelling. */
    String place() {
        int port = PORTS.getOrDefault(url.replaceFirst("://.*", ""), PORTS.get("tcp"));
        return Places.server("connection.url", url, "tcp://host:1883", port) + ", topic " + commands;
    }

    // A record's own text would name the password.
    @Override
    public String toString() {
        return "MqttLine[" + url + ", " + commands + "]";
    }
}
