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
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.CallMethodRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CallMethodResult;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteValue;

/** One connection and session at an OPC UA server, for one attempt. */
final class OpcUaSession implements Session {

    /** Part 4, 5.11.2: a value that is not older than this, so the server asks its device. */
    private static final double MAX_AGE_MILLIS = 0;

    private final OpcUaClient client;
    private final Optional<OpcUaMethods> methods;
    private final Conversation conversation;

    OpcUaSession(OpcUaClient client, Optional<OpcUaMethods> methods, Conversation conversation) {
        this.client = client;
        this.methods = methods;
        this.conversation = conversation;
    }

    @Override
    public Map<String, JsonNode> read(Collection<Tag> tags, Deadline deadline) {
        List<Tag> wanted = List.copyOf(tags);
        if (wanted.isEmpty()) {
            return Map.of();
        }
        try {
            List<DataValue> values = call(
                    "read",
                    () -> client.readValuesAsync(
                            MAX_AGE_MILLIS,
                            TimestampsToReturn.Both,
                            wanted.stream()
                                    .map(tag -> OpcUaLine.variable(tag).node())
                                    .toList()),
                    deadline);
            return named(wanted, values);
        } catch (NoAnswerException | Fault e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    private static Map<String, JsonNode> named(List<Tag> tags, List<DataValue> values) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        for (int i = 0; i < tags.size(); i++) {
            DataValue value = values.get(i);
            String name = tags.get(i).name();
            // An uncertain value is the last one that the server had, and so an old one.
            if (!value.statusCode().isGood()) {
                throw new DeviceSilentException(name + ": " + OpcUaVerdict.name(value.statusCode()), null);
            }
            named.put(
                    name,
                    PlainValues.of(value.value().value())
                            .orElseThrow(() -> new DeviceSilentException(
                                    name + ": it is neither number, truth value nor text", null)));
        }
        return named;
    }

    @Override
    public DeviceWord write(DeviceWrite write, Deadline deadline) {
        try {
            if (methods.isPresent()) {
                return called(write, methods.get().submitting(write), deadline);
            }
            List<WriteValue> values = values(write);
            WriteResponse response = call("write", () -> client.writeAsync(values), deadline);
            return OpcUaVerdict.of(
                    List.of(Optional.ofNullable(response.getResults()).orElse(new StatusCode[0])));
        } catch (UnwritableValueException e) {
            return new DeviceWord.NotSent("NOT_REPRESENTABLE", e.getMessage());
        } catch (Fault fault) {
            return OpcUaVerdict.isRefusal(fault.code)
                    ? new DeviceWord.Refused(OpcUaVerdict.name(fault.code), fault.getMessage())
                    : new DeviceWord.Unclear(fault.getMessage());
        } catch (NoAnswerException e) {
            return new DeviceWord.Unclear(e.getMessage());
        }
    }

    private static List<WriteValue> values(DeviceWrite write) throws UnwritableValueException {
        List<WriteValue> values = new ArrayList<>();
        for (TagWrite one : write.writes()) {
            OpcUaLine.Variable variable = OpcUaLine.variable(one.tag());
            try {
                Variant value = Variant.of(variable.type().encode(one.value()));
                values.add(new WriteValue(variable.node(), AttributeId.Value.uid(), null, DataValue.valueOnly(value)));
            } catch (UnwritableValueException e) {
                throw new UnwritableValueException(one.tag().name() + ": " + e.getMessage());
            }
        }
        return values;
    }

    @Override
    public DeviceWord ask(DeviceWrite write, Deadline deadline) {
        if (methods.isEmpty()) {
            return new DeviceWord.Nothing("an OPC UA server without a handshake keeps no operations");
        }
        try {
            DeviceWord word = called(write, methods.get().asking(write), deadline);
            boolean another =
                    word instanceof DeviceWord.Refused refused && refused.code().equals("OPERATION_ID_TAKEN");
            return another ? new DeviceWord.Nothing(word.evidence()) : word;
        } catch (NoAnswerException | Fault e) {
            throw new DeviceSilentException(e.getMessage(), e);
        }
    }

    private DeviceWord called(DeviceWrite write, CallMethodRequest request, Deadline deadline)
            throws NoAnswerException, Fault {
        CallMethodResult[] results = call("method", () -> client.callAsync(List.of(request)), deadline)
                .getResults();
        if (results == null || results.length != 1) {
            throw conversation.end("method: the answer holds no result", null);
        }
        if (!results[0].getStatusCode().isGood()) {
            throw new Fault("method", results[0].getStatusCode());
        }
        return OpcUaMethods.word(write, results[0].getOutputArguments())
                .orElseThrow(() -> conversation.end("method: no state that is known", null));
    }

    private <T> T call(String question, Supplier<CompletionStage<T>> ask, Deadline deadline)
            throws NoAnswerException, Fault {
        conversation.mustGoOn(question, deadline);
        try {
            return conversation.await(question, ask.get(), deadline);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            conversation.end("%s: %s".formatted(question, cause.getMessage()), cause);
            if (cause instanceof UaException fault) {
                throw new Fault(question, fault.getStatusCode());
            }
            throw new NoAnswerException("%s: %s".formatted(question, cause), cause);
        }
    }

    /** The server, or the connection to it, said a bad status code instead of an answer. */
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient StatusCode code;

        Fault(String question, StatusCode code) {
            super("%s: %s".formatted(question, OpcUaVerdict.name(code)));
            this.code = code;
        }
    }

    @Override
    public void close() {
        // A session that nobody closes counts at the server until its time-out.
        conversation.leave(client::disconnectAsync);
    }
}
