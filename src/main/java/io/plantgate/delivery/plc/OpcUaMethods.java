package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import java.util.Optional;
import java.util.Set;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.structured.CallMethodRequest;

/**
 * The handshake of an OPC UA server that keeps operations: two methods of one object.
 *
 * <p>{@code submit(operationId, digest, command, parameters as JSON)} and {@code status(operationId)}, all strings, both
 * answering {@code (state, digest, code, detail)}: state accepted, done, refused, failed or unknown.
 */
record OpcUaMethods(NodeId object, NodeId submit, NodeId status) {

    private static final Set<String> KEYS = Set.of("object", "submit", "status");
    private static final int ANSWERS = 4;

    static OpcUaMethods of(JsonNode handshake) {
        Settings settings = Settings.of("handshake", handshake, KEYS);
        return new OpcUaMethods(
                OpcUaLine.node(settings, "object"),
                OpcUaLine.node(settings, "submit"),
                OpcUaLine.node(settings, "status"));
    }

    CallMethodRequest submitting(DeviceWrite write) {
        return new CallMethodRequest(object, submit, new Variant[] {
            Variant.of(write.operationId()),
            Variant.of(write.digest()),
            Variant.of(write.command()),
            Variant.of(write.parameters().toString())
        });
    }

    CallMethodRequest asking(DeviceWrite write) {
        return new CallMethodRequest(object, status, new Variant[] {Variant.of(write.operationId())});
    }

    /** Empty if these are no answers of such a method. */
    static Optional<DeviceWord> word(DeviceWrite write, Variant[] outputs) {
        if (outputs == null || outputs.length != ANSWERS) {
            return Optional.empty();
        }
        String digest = text(outputs[1]);
        String code = text(outputs[2]);
        String evidence =
                "method answered state \"%s\", code \"%s\", %s".formatted(text(outputs[0]), code, text(outputs[3]));
        if (!digest.isEmpty() && !digest.equalsIgnoreCase(write.digest())) {
            return Optional.of(new DeviceWord.Refused(
                    "OPERATION_ID_TAKEN", evidence + "; the server keeps another digest under this operationId"));
        }
        return Optional.ofNullable(
                switch (text(outputs[0])) {
                    case "accepted" -> new DeviceWord.Accepted("", evidence);
                    case "done" -> new DeviceWord.Done(TextNode.valueOf(text(outputs[3])), evidence);
                    case "refused" -> new DeviceWord.Refused(code, evidence);
                    case "failed" -> new DeviceWord.Failed(code, evidence);
                    case "unknown" -> new DeviceWord.Nothing(evidence);
                    default -> null;
                });
    }

    private static String text(Variant output) {
        return output.value() instanceof String text ? text : "";
    }
}
