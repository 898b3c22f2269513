package io.plantgate.embedded.plc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.server.methods.AbstractMethodInvocationHandler;
import org.eclipse.milo.opcua.sdk.server.nodes.UaFolderNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaMethodNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaNodeContext;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.structured.Argument;

/** Two methods by which an OPC UA server keeps operations: {@code Submit} does a new one once, {@code Status} tells of it. */
final class ConveyorMethods {

    private static final JsonMapper JSON = new JsonMapper();
    private static final double SPEED_MAX = 30;
    private static final int STEP_TENTHS = 10;
    private static final int SCALAR = -1;

    private final Conveyor conveyor;
    private final DeviceLog log;
    private final Script script;
    private final Line line;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    private record Kept(String state, String digest, String code) {

        Variant[] outputs() {
            return new Variant[] {Variant.of(state), Variant.of(digest), Variant.of(code), Variant.of("")};
        }
    }

    ConveyorMethods(Conveyor conveyor, DeviceLog log, Script script, Line line) {
        this.conveyor = conveyor;
        this.log = log;
        this.script = script;
        this.line = line;
    }

    void addTo(UaFolderNode folder, UaNodeContext context, Function<String, NodeId> ids) {
        add(
                folder,
                context,
                ids,
                "Submit",
                new String[] {"operationId", "digest", "command", "parameters"},
                this::submit);
        add(folder, context, ids, "Status", new String[] {"operationId"}, this::status);
    }

    private static void add(
            UaFolderNode folder,
            UaNodeContext context,
            Function<String, NodeId> ids,
            String name,
            String[] inputs,
            Function<String[], Kept> method) {
        UaMethodNode node = UaMethodNode.builder(context)
                .setNodeId(ids.apply("Conveyor." + name))
                .setBrowseName(new QualifiedName(folder.getNodeId().getNamespaceIndex(), name))
                .setDisplayName(LocalizedText.english(name))
                .build();
        node.setInvocationHandler(new Handler(node, strings(inputs), method));
        node.setInputArguments(strings(inputs));
        node.setOutputArguments(strings("state", "digest", "code", "detail"));
        context.getNodeManager().addNode(node);
        node.addReference(new Reference(
                node.getNodeId(), NodeIds.HasComponent, folder.getNodeId().expanded(), false));
    }

    private static Argument[] strings(String... names) {
        Argument[] arguments = new Argument[names.length];
        for (int i = 0; i < names.length; i++) {
            arguments[i] = new Argument(names[i], NodeIds.String, SCALAR, null, LocalizedText.english(names[i]));
        }
        return arguments;
    }

    private synchronized Kept submit(String[] input) {
        Kept known = kept.get(input[0]);
        if (known != null) {
            log.refusedRepeatOf(input[0]);
            return known;
        }
        Manner manner = script.forThisWrite();
        Kept now = treat(manner, input);
        line.nextAnswer(manner);
        return now;
    }

    private Kept treat(Manner manner, String[] input) {
        if (manner == Manner.TAKES_OVER) {
            return keep(input, "accepted", "");
        }
        if (!manner.acts()) {
            return manner == Manner.REFUSES
                    ? new Kept("refused", input[1], "NOT_ALLOWED")
                    : new Kept("unknown", "", "");
        }
        boolean done = follow(input[0], input[2], input[3]);
        return done ? keep(input, "done", "") : keep(input, "refused", "NOT_ALLOWED");
    }

    private Kept keep(String[] input, String state, String code) {
        Kept now = new Kept(state, input[1], code);
        kept.put(input[0], now);
        return now;
    }

    private boolean follow(String operation, String command, String parameters) {
        switch (command) {
            case "stop", "home" -> conveyor.run(false, operation);
            case "start" -> conveyor.run(true, operation);
            case "step" -> conveyor.speed(conveyor.speedTenths() + STEP_TENTHS, operation);
            case "speed" -> {
                double wanted = speed(parameters);
                if (wanted < 0 || wanted > SPEED_MAX) {
                    return false;
                }
                conveyor.speed((int) Math.round(wanted * 10), operation);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static double speed(String parameters) {
        try {
            return JSON.readTree(parameters).path("speed").asDouble(-1);
        } catch (JsonProcessingException e) {
            return -1;
        }
    }

    private synchronized Kept status(String[] input) {
        return kept.getOrDefault(input[0], new Kept("unknown", "", ""));
    }

    private static final class Handler extends AbstractMethodInvocationHandler {

        private final Argument[] inputs;
        private final Function<String[], Kept> method;

        private Handler(UaMethodNode node, Argument[] inputs, Function<String[], Kept> method) {
            super(node);
            this.inputs = inputs;
            this.method = method;
        }

        @Override
        public Argument[] getInputArguments() {
            return inputs;
        }

        @Override
        public Argument[] getOutputArguments() {
            return strings("state", "digest", "code", "detail");
        }

        @Override
        protected Variant[] invoke(InvocationContext context, Variant[] values) {
            String[] texts = new String[values.length];
            for (int i = 0; i < values.length; i++) {
                texts[i] = values[i].value() instanceof String text ? text : "";
            }
            return method.apply(texts).outputs();
        }
    }
}
