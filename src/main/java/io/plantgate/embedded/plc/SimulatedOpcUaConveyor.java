package io.plantgate.embedded.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
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
 * A conveyor behind an OPC UA server: variables to write, and two methods that keep operations. Without security, because it
 * is on loopback and moves nothing, or signing and encrypting like a real one.
 */
public final class SimulatedOpcUaConveyor implements SimulatedDevice {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String PATH = "/conveyor";
    private static final String URI = "urn:plantgate:simulated:";

    private final String name;
    private final DeviceLog log;
    private final Script script = new Script();
    private final Line line;
    private final OpcUaServer server;
    private final ConveyorNamespace namespace;

    private SimulatedOpcUaConveyor(String name, int port, Optional<OpcUaIdentity> identity) {
        this.name = name;
        this.log = new DeviceLog(name);
        // An answer of this protocol cannot be put under another's number: what comes twice is the last one as it was.
        this.line = new Line(name, port, (before, right) -> before);
        int behind = FreePort.any();
        this.server = server(name, behind, identity);
        this.namespace = new ConveyorNamespace(server, URI + name + ":nodes", new Conveyor(log), log, script, line);
        namespace.startup();
        start(server);
        line.leadTo(behind);
    }

    /** @param port on loopback; 0 for a free one */
    public static SimulatedOpcUaConveyor start(String name, int port) {
        return new SimulatedOpcUaConveyor(name, port, Optional.empty());
    }

    /** Takes nobody whose certificate it does not trust, and nothing that is not signed and encrypted. */
    public static SimulatedOpcUaConveyor startSecured(String name, OpcUaIdentity identity) {
        return new SimulatedOpcUaConveyor(name, 0, Optional.of(identity));
    }

    private static OpcUaServer server(String name, int port, Optional<OpcUaIdentity> identity) {
        OpcUaServerConfig config = OpcUaServerConfig.builder()
                .setApplicationName(LocalizedText.english(name))
                .setApplicationUri(URI + name)
                .setProductUri(URI + "conveyor")
                .setEndpoints(
                        identity.map(own -> own.endpoints(endpoint(port, "/conveyor/discovery"), endpoint(port, PATH)))
                                .orElseGet(() -> Set.of(endpoint(port, PATH).build())))
                .setIdentityValidator(AnonymousIdentityValidator.INSTANCE)
                .setCertificateManager(identity.map(OpcUaIdentity::certificates)
                        .orElseGet(() -> new DefaultCertificateManager(new MemoryCertificateQuarantine())))
                .build();
        return new OpcUaServer(
                config,
                profile -> new OpcTcpServerTransport(
                        OpcTcpServerTransportConfig.newBuilder().build()));
    }

    private static EndpointConfig.Builder endpoint(int port, String path) {
        return EndpointConfig.newBuilder()
                .setBindAddress(LOOPBACK)
                .setHostname(LOOPBACK)
                .setBindPort(port)
                .setPath(path)
                .setTransportProfile(TransportProfile.TCP_UASC_UABINARY)
                .setSecurityPolicy(SecurityPolicy.None)
                .setSecurityMode(MessageSecurityMode.None)
                .addTokenPolicies(OpcUaServerConfig.USER_TOKEN_POLICY_ANONYMOUS);
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
