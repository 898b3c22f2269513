package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceSilentException;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import io.plantgate.operation.TagWrite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.exceptions.PlcRuntimeException;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;
import org.apache.plc4x.java.api.messages.PlcWriteRequest;
import org.apache.plc4x.java.api.messages.PlcWriteResponse;
import org.apache.plc4x.java.api.types.PlcResponseCode;

/** One connection to an S7 controller, for one attempt. */
final class S7Session implements Session {

    /** With these nothing was written; any other code but OK may have been found while it was writing. */
    private static final Set<PlcResponseCode> REFUSALS = Set.of(
            PlcResponseCode.NOT_FOUND,
            PlcResponseCode.ACCESS_DENIED,
            PlcResponseCode.INVALID_ADDRESS,
            PlcResponseCode.INVALID_DATATYPE,
            PlcResponseCode.INVALID_DATA,
            PlcResponseCode.UNSUPPORTED);

    private final PlcConnection connection;
    private final Conversation conversation;

    S7Session(PlcConnection connection, Conversation conversation) {
        this.connection = connection;
        this.conversation = conversation;
    }

    @Override
    public Map<String, JsonNode> read(Collection<Tag> tags, Deadline deadline) {
        if (tags.isEmpty()) {
            return Map.of();
        }
        try {
            PlcReadRequest.Builder request = connection.readRequestBuilder();
            tags.forEach(tag -> request.addTagAddress(tag.name(), S7Driver.address(tag)));
            PlcReadResponse answer = call("read", () -> request.build().execute(), deadline);
            Map<String, JsonNode> values = new LinkedHashMap<>();
            tags.forEach(tag -> values.put(tag.name(), value(tag.name(), answer)));
            return values;
        } catch (NoAnswerException | PlcRuntimeException e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    private static JsonNode value(String name, PlcReadResponse answer) {
        PlcResponseCode code = answer.getResponseCode(name);
        if (code != PlcResponseCode.OK) {
            throw new DeviceSilentException(name + ": " + code, null);
        }
        return PlainValues.of(answer.getObject(name))
                .orElseThrow(
                        () -> new DeviceSilentException(name + ": it is neither number, truth value nor text", null));
    }

    @Override
    public DeviceWord write(DeviceWrite write, Deadline deadline) {
        PlcWriteRequest request;
        try {
            PlcWriteRequest.Builder builder = connection.writeRequestBuilder();
            write.writes()
                    .forEach(one ->
                            builder.addTagAddress(one.tag().name(), S7Driver.address(one.tag()), plain(one.value())));
            request = builder.build();
        } catch (RuntimeException e) {
            return new DeviceWord.NotSent("NOT_REPRESENTABLE", e.getMessage());
        }
        try {
            return verdict(write, call("write", request::execute, deadline));
        } catch (NoAnswerException e) {
            return new DeviceWord.Unclear(e.getMessage());
        }
    }

    private static Object plain(JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        return value.isNumber() ? value.numberValue() : value.asText();
    }

    private static DeviceWord verdict(DeviceWrite write, PlcWriteResponse answer) {
        List<PlcResponseCode> codes = new ArrayList<>();
        for (TagWrite one : write.writes()) {
            codes.add(answer.getResponseCode(one.tag().name()));
        }
        String evidence = "write answered " + codes;
        if (!codes.isEmpty() && codes.stream().allMatch(code -> code == PlcResponseCode.OK)) {
            return new DeviceWord.Accepted("", evidence);
        }
        return !codes.isEmpty() && codes.stream().allMatch(code -> code != null && REFUSALS.contains(code))
                ? new DeviceWord.Refused(codes.get(0).name(), evidence)
                : new DeviceWord.Unclear(evidence);
    }

    @Override
    public DeviceWord ask(DeviceWrite write, Deadline deadline) {
        return new DeviceWord.Nothing("an S7 controller keeps no operations by itself");
    }

    /** A question that PLC4X may refuse to put, or put and never answer. */
    private interface Question<T> {
        CompletionStage<? extends T> put();
    }

    private <T> T call(String question, Question<T> ask, Deadline deadline) throws NoAnswerException {
        conversation.mustGoOn(question, deadline);
        try {
            return conversation.await(question, ask.put(), deadline);
        } catch (ExecutionException | PlcRuntimeException e) {
            throw conversation.end("%s: %s".formatted(question, e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        conversation.end("closed", null);
    }
}
