package io.plantgate.delivery.plc;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

import io.plantgate.operation.Deadline;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.milo.opcua.sdk.client.DiscoveryClient;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.sdk.client.OpcUaClientConfig;
import org.eclipse.milo.opcua.sdk.client.OpcUaClientConfigBuilder;
import org.eclipse.milo.opcua.sdk.client.identity.UsernameProvider;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.util.EndpointUtil;

/** OPC UA over {@code opc.tcp}, by Eclipse Milo. Connection: see {@link OpcUaLine}; handshake: see {@link OpcUaMethods}. */
final class OpcUaDriver implements Driver {

    private final Addresses addresses;
    private final OpcUaCertificates certificates;

    OpcUaDriver(Addresses addresses, OpcUaCertificates certificates) {
        this.addresses = addresses;
        this.certificates = certificates;
    }

    @Override
    public String protocol() {
        return "opc-ua";
    }

    @Override
    public void check(Equipment equipment) {
        line(equipment);
        equipment.tags().values().forEach(OpcUaLine::variable);
        equipment.handshake().ifPresent(OpcUaMethods::of);
        if (equipment.handshake().isEmpty()) {
            Writes.mustBeThere(equipment, "a server without a handshake is told by its variables");
        }
    }

    // With a handshake, all goes through one method.
    @Override
    public Set<String> places(Equipment equipment) {
        String server = line(equipment).server();
        Stream<NodeId> nodes = equipment.handshake().isPresent()
                ? equipment.handshake().map(OpcUaMethods::of).stream().map(OpcUaMethods::object)
                : Writes.tags(equipment).map(OpcUaLine::variable).map(OpcUaLine.Variable::node);
        return nodes.map(node -> server + ", node " + node.toParseableString()).collect(Collectors.toSet());
    }

    private OpcUaLine line(Equipment equipment) {
        return OpcUaLine.of(addresses.of(equipment, "url"));
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        OpcUaLine line = line(equipment);
        AtomicReference<OpcUaClient> made = new AtomicReference<>();
        Conversation conversation = new Conversation(equipment.callTime(), () -> drop(made.get()));
        try {
            OpcUaClient client = client(line, equipment, endpoint(line, conversation, deadline));
            made.set(client);
            conversation.await("session at " + line.url(), client.connectAsync(), deadline);
            return new OpcUaSession(client, equipment.handshake().map(OpcUaMethods::of), conversation);
        } catch (NoAnswerException e) {
            throw new NeverReachedException(e.getMessage(), e);
        } catch (ExecutionException e) {
            conversation.end("never connected", e);
            throw new NeverReachedException(line.url() + ": " + OpcUaCertificates.said(e.getCause()), e);
        } catch (UaException e) {
            throw new NeverReachedException(line.url() + ": " + e.getMessage(), e);
        }
    }

    private static EndpointDescription endpoint(OpcUaLine line, Conversation conversation, Deadline deadline)
            throws NoAnswerException, ExecutionException {
        List<EndpointDescription> offered =
                conversation.await("endpoints of " + line.url(), DiscoveryClient.getEndpoints(line.url()), deadline);
        EndpointDescription endpoint = offered.stream()
                .filter(line.security()::is)
                .findFirst()
                .orElseThrow(() -> new NeverReachedException(
                        "%s offers no endpoint with security %s".formatted(line.url(), line.security()), null));
        URI own = URI.create(line.url());
        // Servers often know themselves by a name that only they can resolve.
        return EndpointUtil.updateUrl(endpoint, own.getHost(), own.getPort() < 0 ? OpcUaLine.PORT : own.getPort());
    }

    private OpcUaClient client(OpcUaLine line, Equipment equipment, EndpointDescription endpoint) throws UaException {
        Duration callTime = equipment.callTime();
        OpcUaClientConfigBuilder config = OpcUaClientConfig.builder()
                .setApplicationName(LocalizedText.english("Plantgate"))
                .setApplicationUri(OpcUaCertificates.APPLICATION_URI)
                .setEndpoint(endpoint)
                .setRequestTimeout(uint(callTime.toMillis()))
                .setSessionTimeout(uint(Math.max(10_000, 4 * callTime.toMillis())));
        line.user()
                .ifPresent(user -> config.setIdentityProvider(
                        new UsernameProvider(user, line.password().orElse(""))));
        line.sslBundle().ifPresent(bundle -> certificates.put(bundle, config));
        return OpcUaClient.create(config.build(), transport -> transport.setConnectTimeout(uint(callTime.toMillis())));
    }

    // The transport first: closing the session would be one more question on a connection that is of no use any more.
    private static void drop(OpcUaClient client) {
        Optional.ofNullable(client).ifPresent(one -> {
            one.getTransport().disconnect();
            one.disconnectAsync();
        });
    }
}
