package io.plantgate.delivery.plc;

import io.plantgate.operation.Deadline;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.OperationReports;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/**
 * Devices that take commands over MQTT 5, acknowledge them, say when they are done, and can be asked. Connection: see
 * {@link MqttLine}; what the messages look like stands in {@code src/docs/how-to/add-a-controller.md}.
 */
final class MqttDriver implements Driver {

    private static final int ANSWERS_QOS = 1;
    private static final int NO_RETAINED_MESSAGES = 2;

    private static final Duration LISTEN_WITHIN = Duration.ofSeconds(5);

    private final Addresses addresses;
    private final MqttConnections connections;

    MqttDriver(Addresses addresses, MqttConnections connections) {
        this.addresses = addresses;
        this.connections = connections;
    }

    @Override
    public String protocol() {
        return "mqtt";
    }

    @Override
    public void check(Equipment equipment) {
        // Refuses a url without a host before anything is sent there.
        line(equipment).place();
        equipment.tags().values().forEach(MqttDriver::value);
        if (equipment.handshake().isPresent()) {
            throw new IllegalArgumentException(
                    "handshake is for register devices; an MQTT device gets the operationId with each command");
        }
    }

    @Override
    public Set<String> places(Equipment equipment) {
        return Set.of(line(equipment).place());
    }

    MqttLine line(Equipment equipment) {
        return MqttLine.of(addresses.of(equipment, "url"));
    }

    /**
     * Hears what a device says on its own.
     *
     * @param keptSeconds how long the broker keeps what it says while nobody listens
     * @throws NeverReachedException if its broker does not let us listen
     */
    MqttListening listen(String equipment, MqttLine line, String node, OperationReports reports, long keptSeconds) {
        MqttAsyncClient client = connections.client(line, "plantgate-%s-%s".formatted(node, equipment));
        MqttListening listening = new MqttListening(equipment, line, client, reports);
        try {
            listening.start(connections.options(line, LISTEN_WITHIN), keptSeconds);
            return listening;
        } catch (MqttException e) {
            listening.close();
            throw new NeverReachedException(line.url() + ": " + MqttConnections.said(e), e);
        }
    }

    /** The name under which the device answers it. */
    static String value(Tag tag) {
        return Settings.of("tags." + tag.name(), tag.address(), Set.of("value")).text("value");
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        MqttLine line = line(equipment);
        MqttAsyncClient client = connections.client(line, MqttConnections.attemptId(equipment.name()));
        Conversation conversation = new Conversation(equipment.callTime(), () -> MqttConnections.drop(client));
        MqttEars ears = new MqttEars(why -> conversation.end(why, null));
        client.setCallback(ears);
        MqttConnectionOptions options = connections.options(line, equipment.callTime());
        try {
            conversation.await(
                    "connect to " + line.url(),
                    MqttConnections.stage(heard -> client.connect(options, null, heard)),
                    deadline);
            // Before anything is sent, so that no answer can be missed.
            subscribe(client, line, conversation, deadline);
        } catch (NoAnswerException e) {
            throw new NeverReachedException(e.getMessage(), e);
        } catch (ExecutionException e) {
            conversation.end("never connected", e);
            throw new NeverReachedException(line.url() + ": " + MqttConnections.said(e.getCause()), e);
        }
        return new MqttSession(client, line, ears, conversation, equipment.callTime());
    }

    private static void subscribe(MqttAsyncClient client, MqttLine line, Conversation conversation, Deadline deadline)
            throws NoAnswerException, ExecutionException {
        MqttSubscription subscription = new MqttSubscription(line.answers(), ANSWERS_QOS);
        // What a broker has kept is an answer to an earlier question.
        subscription.setRetainHandling(NO_RETAINED_MESSAGES);
        MqttSubscription[] one = {subscription};
        IMqttToken granted = conversation.await(
                "subscribe to " + line.answers(),
                MqttConnections.stage(heard -> client.subscribe(one, null, heard, new MqttProperties())),
                deadline);
        if (MqttConnections.reason(granted) > ANSWERS_QOS) {
            throw conversation.end(
                    "subscription to %s refused: reason code %02X"
                            .formatted(line.answers(), MqttConnections.reason(granted)),
                    null);
        }
    }
}
