package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceSilentException;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** One connection to the broker of an MQTT device, for one attempt. */
final class MqttSession implements Session {

    private static final int NO_MATCHING_SUBSCRIBERS = 0x10;
    private static final int REFUSED = 0x80;
    private static final int QUERY_QOS = 1;

    private final MqttAsyncClient client;
    private final MqttLine line;
    private final MqttEars ears;
    private final Conversation conversation;
    private final Duration callTime;

    MqttSession(MqttAsyncClient client, MqttLine line, MqttEars ears, Conversation conversation, Duration callTime) {
        this.client = client;
        this.line = line;
        this.ears = ears;
        this.conversation = conversation;
        this.callTime = callTime;
    }

    @Override
    public DeviceWord write(DeviceWrite write, Deadline deadline) {
        CompletableFuture<MqttAnswer> answer = ears.expect(isAbout(write));
        try {
            int reason = publish(line.commands(), command(write), line.qos(), deadline);
            if (reason == NO_MATCHING_SUBSCRIBERS || reason >= REFUSED) {
                return new DeviceWord.Refused(
                        "MQTT_%02X".formatted(reason),
                        "the broker handed the command to nobody (reason code %02X)".formatted(reason));
            }
            return word(answered("acknowledgement", answer, deadline));
        } catch (NoAnswerException e) {
            return new DeviceWord.Unclear(e.getMessage());
        }
    }

    private static Predicate<MqttAnswer> isAbout(DeviceWrite write) {
        return answer ->
                answer.operationId().filter(write.operationId()::equals).isPresent()
                        && !answer.isAboutAnother(write.digest());
    }

    private DeviceWord word(MqttAnswer answer) throws NoAnswerException {
        return answer.word().orElseThrow(() -> conversation.end("acknowledgement: no state that is known", null));
    }

    private static ObjectNode command(DeviceWrite write) {
        ObjectNode command = about(write)
                .put("operationNumber", write.operationNumber())
                .put("digest", write.digest())
                .put("command", write.command());
        command.set("parameters", write.parameters());
        return command;
    }

    private static ObjectNode about(DeviceWrite write) {
        return JsonNodeFactory.instance.objectNode().put("operationId", write.operationId());
    }

    @Override
    public DeviceWord ask(DeviceWrite write, Deadline deadline) {
        if (line.queries().isEmpty()) {
            return new DeviceWord.Nothing("the equipment's file names no queries topic: it cannot be asked");
        }
        MqttAnswer answer = query(about(write).put("query", "operation"), deadline);
        if (answer.isAboutAnother(write.digest())) {
            return new DeviceWord.Nothing("the device knows this operationId with another digest");
        }
        return answer.word().orElseThrow(() -> new DeviceSilentException("status query: no state that is known", null));
    }

    @Override
    public Map<String, JsonNode> read(Collection<Tag> tags, Deadline deadline) {
        ObjectNode question = JsonNodeFactory.instance.objectNode().put("query", "values");
        tags.forEach(tag -> question.withArray("values").add(MqttDriver.value(tag)));
        JsonNode values = query(question, deadline).body().path("values");
        Map<String, JsonNode> read = new LinkedHashMap<>();
        for (Tag tag : tags) {
            JsonNode value = values.path(MqttDriver.value(tag));
            if (!value.isValueNode() || value.isNull()) {
                throw new DeviceSilentException(tag.name() + ": the answer holds no such value", null);
            }
            read.put(tag.name(), value);
        }
        return read;
    }

    private MqttAnswer query(ObjectNode question, Deadline deadline) {
        String topic = line.queries()
                .orElseThrow(
                        () -> new DeviceSilentException("connection.queries names no topic: it cannot be asked", null));
        String requestId = UUID.randomUUID().toString();
        CompletableFuture<MqttAnswer> answer =
                ears.expect(one -> one.requestId().filter(requestId::equals).isPresent());
        try {
            publish(topic, question.put("requestId", requestId), QUERY_QOS, deadline);
            return answered("query", answer, deadline);
        } catch (NoAnswerException e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    /** The broker's reason code; below 0x80 it has taken the message. */
    private int publish(String topic, JsonNode body, int qos, Deadline deadline) throws NoAnswerException {
        conversation.mustGoOn(topic, deadline);
        MqttMessage message = new MqttMessage(MqttAnswer.bytes(body), qos, false, expiring(deadline));
        try {
            IMqttToken taken = conversation.await(
                    topic, MqttConnections.stage(heard -> client.publish(topic, message, null, heard)), deadline);
            return MqttConnections.reason(taken);
        } catch (ExecutionException e) {
            throw conversation.end(topic + ": " + e.getCause().getMessage(), e);
        }
    }

    // A broker that keeps it for a device which is away must not hand it over after we have given up.
    private MqttProperties expiring(Deadline deadline) {
        long millis = Math.min(callTime.toMillis(), deadline.left().toMillis());
        MqttProperties properties = new MqttProperties();
        properties.setMessageExpiryInterval(Math.max(1, (millis + 999) / 1000));
        return properties;
    }

    private MqttAnswer answered(String question, CompletableFuture<MqttAnswer> answer, Deadline deadline)
            throws NoAnswerException {
        try {
            return conversation.await(question, answer, deadline);
        } catch (ExecutionException e) {
            throw conversation.end(question + ": " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        conversation.end("closed", null);
    }
}
