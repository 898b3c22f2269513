package io.plantgate.embedded.plc;

import java.util.List;
import java.util.function.Supplier;
import org.eclipse.milo.opcua.sdk.core.AccessLevel;
import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.server.ManagedNamespaceWithLifecycle;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.sdk.server.items.MonitoredItem;
import org.eclipse.milo.opcua.sdk.server.nodes.UaFolderNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaVariableNode;
import org.eclipse.milo.opcua.sdk.server.nodes.filters.AttributeFilters;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteValue;

/**
 * A conveyor's nodes, in namespace 2: variables {@code Conveyor.Running}, {@code Conveyor.Speed} (m/min) and {@code
 * Conveyor.Orders}, methods {@code Conveyor.Submit} and {@code Conveyor.Status}.
 */
final class ConveyorNamespace extends ManagedNamespaceWithLifecycle {

    private static final double SPEED_MAX = 30;

    private final Conveyor conveyor;
    private final Script script;
    private final Line line;

    ConveyorNamespace(OpcUaServer server, String uri, Conveyor conveyor, DeviceLog log, Script script, Line line) {
        super(server, uri);
        this.conveyor = conveyor;
        this.script = script;
        this.line = line;
        getLifecycleManager().addStartupTask(() -> addNodes(new ConveyorMethods(conveyor, log, script, line)));
    }

    private void addNodes(ConveyorMethods methods) {
        UaFolderNode folder = new UaFolderNode(
                getNodeContext(),
                newNodeId("Conveyor"),
                newQualifiedName("Conveyor"),
                LocalizedText.english("Conveyor"));
        getNodeManager().addNode(folder);
        folder.addReference(
                new Reference(folder.getNodeId(), NodeIds.Organizes, NodeIds.ObjectsFolder.expanded(), false));
        folder.addOrganizes(variable("Running", NodeIds.Boolean, conveyor::isRunning));
        folder.addOrganizes(variable("Speed", NodeIds.Double, () -> conveyor.speedTenths() / 10.0));
        folder.addOrganizes(variable("Orders", NodeIds.Int32, conveyor::orders));
        methods.addTo(folder, getNodeContext(), this::newNodeId);
    }

    private UaVariableNode variable(String name, NodeId type, Supplier<Object> value) {
        UaVariableNode node = new UaVariableNode.UaVariableNodeBuilder(getNodeContext())
                .setNodeId(newNodeId("Conveyor." + name))
                .setBrowseName(newQualifiedName(name))
                .setDisplayName(LocalizedText.english(name))
                .setDataType(type)
                .setTypeDefinition(NodeIds.BaseDataVariableType)
                .setAccessLevel(AccessLevel.READ_WRITE)
                .setUserAccessLevel(AccessLevel.READ_WRITE)
                .build();
        node.getFilterChain().addLast(AttributeFilters.getValue(context -> new DataValue(new Variant(value.get()))));
        getNodeManager().addNode(node);
        return node;
    }

    @Override
    public List<StatusCode> write(WriteContext context, List<WriteValue> values) {
        Manner manner = script.forThisWrite();
        List<StatusCode> answers =
                values.stream().map(one -> write(one, manner)).toList();
        line.nextAnswer(manner);
        return answers;
    }

    private StatusCode write(WriteValue one, Manner manner) {
        Object value = one.getValue().value().value();
        NodeId node = one.getNodeId();
        if (manner == Manner.REFUSES) {
            return new StatusCode(StatusCodes.Bad_NotWritable);
        }
        if (node.equals(newNodeId("Conveyor.Running")) && value instanceof Boolean wanted) {
            return done(manner, () -> conveyor.run(wanted, ""));
        }
        if (node.equals(newNodeId("Conveyor.Speed")) && value instanceof Double wanted) {
            return wanted < 0 || wanted > SPEED_MAX
                    ? new StatusCode(StatusCodes.Bad_OutOfRange)
                    : done(manner, () -> conveyor.speed((int) Math.round(wanted * 10), ""));
        }
        return new StatusCode(
                getNodeManager().containsNode(node) ? StatusCodes.Bad_TypeMismatch : StatusCodes.Bad_NodeIdUnknown);
    }

    private static StatusCode done(Manner manner, Runnable act) {
        if (manner.acts()) {
            act.run();
        }
        return StatusCode.GOOD;
    }

    @Override
    public void onDataItemsCreated(List<DataItem> items) {
        // Nobody subscribes to a simulated conveyor.
    }

    @Override
    public void onDataItemsModified(List<DataItem> items) {
        // Nobody subscribes to a simulated conveyor.
    }

    @Override
    public void onDataItemsDeleted(List<DataItem> items) {
        // Nobody subscribes to a simulated conveyor.
    }

    @Override
    public void onMonitoringModeChanged(List<MonitoredItem> items) {
        // Nobody subscribes to a simulated conveyor.
    }
}
