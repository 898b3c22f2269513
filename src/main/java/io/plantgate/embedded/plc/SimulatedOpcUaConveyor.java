package io.plantgate.embedded.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.eclipse.milo.opcua.sdk.server.EndpointConfig;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.sdk.server.identity.AnonymousIdentityValidator;
import org.eclipse.milo.opcua.stack.core.security.DefaultCertificateManager;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateQuarantine;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.transport.TransportProfile;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransport;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransportConfig;

/**
 * A conveyor behind an OPC UA server, without security because it is on loopback and moves nothing: variables to write, and
 * two methods that keep operations.
 */
public final class SimulatedOpcUaConveyor implements SimulatedDevice {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String URI = "urn:plantgate:simulated:";

    private final String name;
    private final DeviceLog log;
    private final Script script = new Script();
    private final Line line;
    private final OpcUaServer server;
    private final ConveyorNamespace namespace;

    private SimulatedOpcUaConveyor(String name, int port) {
        this.name = name;
        this.log = new DeviceLog(name);
        // An answer of this protocol cannot be put under another's number: what comes twice is the last one as it was.
        this.line = new Line(name, port, (before, right) -> before);
        int behind = FreePort.any();
        this.server = server(name, behind);
        this.namespace = new ConveyorNamespace(server, URI + name + ":nodes", new Conveyor(log), log, script, line);
        namespace.startup();
        start(server);
        line.leadTo(behind);
    }

    /** @param port on loopback; 0 for a free one */
    public static SimulatedOpcUaConveyor start(String name, int port) {
        return new SimulatedOpcUaConveyor(name, port);
    }

    private static OpcUaServer server(String name, int port) {
        EndpointConfig endpoint = EndpointConfig.newBuilder()
                .setBindAddress(LOOPBACK)
                .setHostname(LOOPBACK)
                .setBindPort(port)
                .setPath("/conveyor")
                .setTransportProfile(TransportProfile.TCP_UASC_UABINARY)
                .setSecurityPolicy(SecurityPolicy.None)
                .setSecurityMode(MessageSecurityMode.None)
                .addTokenPolicies(OpcUaServerConfig.USER_TOKEN_POLICY_ANONYMOUS)
                .build();
        OpcUaServerConfig config = OpcUaServerConfig.builder()
                .setApplicationName(LocalizedText.english(name))
                .setApplicationUri(URI + name)
                .setProductUri(URI + "conveyor")
                .setEndpoints(Set.of(endpoint))
                .setIdentityValidator(AnonymousIdentityValidator.INSTANCE)
                .setCertificateManager(new DefaultCertificateManager(new MemoryCertificateQuarantine()))
                .build();
        return new OpcUaServer(
                config,
                profile -> new OpcTcpServerTransport(
                        OpcTcpServerTransportConfig.newBuilder().build()));
    }

    private static void start(OpcUaServer server) {
        try {
            server.startup().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("OPC UA server on loopback", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the OPC UA server was starting", e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonNode connection() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("url", "opc.tcp://%s:%d/conveyor".formatted(LOOPBACK, line.port()));
    }

    @Override
    public DeviceLog log() {
        return log;
    }

    @Override
    public void next(Manner... manners) {
        script.next(List.of(manners));
    }

    @Override
    public void lateMillis(long millis) {
        line.lateMillis(millis);
    }

    @Override
    public void close() {
        line.close();
        namespace.shutdown();
        server.shutdown();
    }
}
