package io.plantgate.embedded.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import org.eclipse.paho.mqttv5.client.MqttClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * A conveyor that takes commands over MQTT: it acknowledges them on its answers topic, says when they are done, keeps what it
 * was asked by operationId, and answers queries. The line is cut between Plantgate and the broker, and leads to the broker once
 * the conveyor listens there.
 */
public final class SimulatedMqttConveyor implements SimulatedDevice {

    private static final int AT_LEAST_ONCE = 1;
    private static final long ANSWER_MILLIS_MAX = 5_000;

    private final String name;
    private final DeviceLog log;
    private final Script script = new Script();
    private final MqttClient client;
    private final Line line;
    private final ConveyorCommands commands;
    private boolean closed;

    private SimulatedMqttConveyor(String name, String brokerUrl) throws MqttException {
        this.name = name;
        this.log = new DeviceLog(name);
        this.line = new Line(name, 0, (before, right) -> right);
        this.client = new MqttClient(brokerUrl, "simulated-" + name, new MemoryPersistence());
        this.commands = new ConveyorCommands(new Conveyor(log), log, script, this::answer, line::cut);
        client.setTimeToWait(ANSWER_MILLIS_MAX);
        client.setCallback(new ConveyorEars(topic("commands"), commands));
    }

    /** @param brokerUrl a broker on loopback, in Paho's form */
    public static SimulatedMqttConveyor at(String name, String brokerUrl) {
        SimulatedMqttConveyor conveyor = later(name, brokerUrl);
        conveyor.begin();
        return conveyor;
    }

    /** One that can be connected to at once, and answers when it has begun. */
    static SimulatedMqttConveyor later(String name, String brokerUrl) {
        try {
            return new SimulatedMqttConveyor(name, brokerUrl);
        } catch (MqttException e) {
            throw new IllegalStateException(name + ": no connection to " + brokerUrl, e);
        }
    }

    /** Connects to the broker; nothing if it is closed. */
    synchronized void begin() {
        if (closed) {
            return;
        }
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setAutomaticReconnect(true);
        try {
            client.connect(options);
            client.subscribe(
                    new String[] {topic("commands"), topic("queries")}, new int[] {AT_LEAST_ONCE, AT_LEAST_ONCE});
        } catch (MqttException e) {
            throw new IllegalStateException(name + ": no connection to " + client.getServerURI(), e);
        }
        // Not before: the broker forgets a command that nobody has subscribed to.
        line.leadTo(URI.create(client.getServerURI()).getPort());
    }

    private String topic(String kind) {
        return "plant/%s/%s".formatted(name, kind);
    }

    private void answer(byte[] message) {
        try {
            // Paho's own threads call, and so nobody may wait here for the broker.
            client.getTopic(topic("answers")).publish(message, AT_LEAST_ONCE, false);
        } catch (MqttException e) {
            throw new IllegalStateException(name, e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonNode connection() {
        ObjectNode connection = JsonNodeFactory.instance.objectNode().put("url", "tcp://127.0.0.1:" + line.port());
        List.of("commands", "answers", "queries").forEach(kind -> connection.put(kind, topic(kind)));
        return connection;
    }

    @Override
    public DeviceLog log() {
        return log;
    }

    @Override
    public void next(Manner... manners) {
        script.next(List.of(manners));
    }

    /** Does what it has taken over ({@link Manner#TAKES_OVER}), and says that it is done. */
    public void finish() {
        commands.finish();
    }

    @Override
    public void lateMillis(long millis) {
        commands.lateMillis(millis);
    }

    @Override
    public synchronized void close() {
        closed = true;
        commands.close();
        line.close();
        try {
            client.disconnectForcibly(0, 1, false);
            client.close(true);
        } catch (MqttException | RuntimeException e) {
            // It or the broker is gone already.
        }
    }
}
