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
    private final Optional<OpcUaIdentity> identity;
    private Optional<Machine> machine = Optional.empty();
    private boolean closed;

    private record Machine(OpcUaServer server, ConveyorNamespace namespace) {}

    private SimulatedOpcUaConveyor(String name, int port, Optional<OpcUaIdentity> identity) {
        this.name = name;
        this.log = new DeviceLog(name);
        // An answer of this protocol cannot be put under another's number: what comes twice is the last one as it was.
        this.line = new Line(name, port, (before, right) -> before);
        this.identity = identity;
    }

    /** @param port on loopback; 0 for a free one */
    public static SimulatedOpcUaConveyor start(String name, int port) {
        SimulatedOpcUaConveyor conveyor = later(name, port);
        conveyor.begin();
        return conveyor;
    }

    /** Can be connected to at once, but answers nothing before it has begun. */
    static SimulatedOpcUaConveyor later(String name, int port) {
        return new SimulatedOpcUaConveyor(name, port, Optional.empty());
    }

    /** Takes nobody whose certificate it does not trust, and nothing that is not signed and encrypted. */
    public static SimulatedOpcUaConveyor startSecured(String name, OpcUaIdentity identity) {
        SimulatedOpcUaConveyor conveyor = new SimulatedOpcUaConveyor(name, 0, Optional.of(identity));
        conveyor.begin();
        return conveyor;
    }

    /** Builds the address space and the server, which takes a second or two; nothing if it is closed. */
    synchronized void begin() {
        if (closed) {
            return;
        }
        int behind = FreePort.any();
        OpcUaServer server = server(name, behind, identity);
        ConveyorNamespace namespace =
                new ConveyorNamespace(server, URI + name + ":nodes", new Conveyor(log), log, script, line);
        namespace.startup();
        start(server);
        machine = Optional.of(new Machine(server, namespace));
        line.leadTo(behind);
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
    public synchronized void close() {
        closed = true;
        line.close();
        machine.ifPresent(running -> {
            running.namespace().shutdown();
            running.server().shutdown();
        });
    }
}
