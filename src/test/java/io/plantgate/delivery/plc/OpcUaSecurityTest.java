package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.sets;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.embedded.plc.OpcUaIdentity;
import io.plantgate.embedded.plc.SimulatedOpcUaConveyor;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import io.plantgate.testing.TestAuthority.Issued;
import io.plantgate.testing.TestBundles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Period;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateBuilder;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An OPC UA server that signs and encrypts, and takes only clients that it trusts. */
class OpcUaSecurityTest {

    private static final Tag RUNNING = tag("running", "{'node': 'ns=2;s=Conveyor.Running', 'type': 'boolean'}");
    private static final Duration CALL_TIME = Duration.ofSeconds(20);

    @TempDir
    private static Path directory;

    private static Named gateway;
    private static Named server;
    private static Named stranger;

    private SimulatedOpcUaConveyor device;

    private record Named(KeyPair keys, X509Certificate certificate, Path file, Path keyFile) {}

    @BeforeAll
    static void makeCertificates() throws Exception {
        gateway = named("gateway", OpcUaCertificates.APPLICATION_URI);
        server = named("server", "urn:plantgate:simulated:conveyor");
        stranger = named("stranger", "urn:plantgate:simulated:conveyor");
    }

    @AfterEach
    void stop() {
        device.close();
    }

    @Test
    void overASignedAndEncryptedChannelItIsReadAndWritten() {
        start(gateway);

        try (Session session = open(server)) {
            assertThat(session.read(List.of(RUNNING), plenty()).get("running").asBoolean())
                    .isTrue();
            assertThat(session.write(write(1, "stop", sets(RUNNING, "false")), plenty()))
                    .isInstanceOf(DeviceWord.Accepted.class);
        }
        assertThat(device.log().writes()).hasSize(1);
    }

    @Test
    void aServerThatIsNotTrustedIsNeverSpokenToAndItIsSaidWhatToDo() {
        start(gateway);

        assertThatThrownBy(() -> open(stranger))
                .isInstanceOf(NeverReachedException.class)
                .hasMessageContaining("CN=server")
                .hasMessageContaining("SHA-256")
                .hasMessageContaining("add the certificate to the truststore of the bundle \"plant\"");
        assertThat(device.log().writes()).isEmpty();
    }

    @Test
    void aServerThatDoesNotTrustTheGatewayIsNotReachedAndItIsSaidWhatToDo() {
        start(stranger);

        assertThatThrownBy(() -> open(server))
                .isInstanceOf(NeverReachedException.class)
                .hasMessageContaining("does not take the gateway's certificate");
    }

    @Test
    void withoutSecurityThereIsNothingToReach() {
        start(gateway);
        ObjectNode plain = device.connection().deepCopy();

        assertThatThrownBy(() -> driver(server).open(equipment(plain), plenty()))
                .isInstanceOf(NeverReachedException.class);
    }

    private void start(Named trusted) {
        device = SimulatedOpcUaConveyor.startSecured(
                "conveyor", new OpcUaIdentity(server.keys(), server.certificate(), List.of(trusted.certificate())));
    }

    private Session open(Named trusted) {
        ObjectNode secured = device.connection().deepCopy();
        secured.put("security", "basic256sha256").put("sslBundle", "plant");
        return driver(trusted).open(equipment(secured), plenty());
    }

    private static OpcUaDriver driver(Named trusted) {
        Issued own = new Issued(gateway.file(), gateway.keyFile());
        return new OpcUaDriver(
                new Addresses(List.of()), new OpcUaCertificates(TestBundles.plant(trusted.file(), own)::getBundle));
    }

    private static Equipment equipment(ObjectNode connection) {
        return new Equipment(
                "conveyor", "opc-ua", connection, Map.of("running", RUNNING), Optional.empty(), Map.of(), CALL_TIME);
    }

    private static Deadline plenty() {
        return Deadline.in(Duration.ofSeconds(60));
    }

    private static Named named(String name, String uri) throws Exception {
        KeyPair keys = SelfSignedCertificateGenerator.generateRsaKeyPair(2048);
        X509Certificate certificate = new SelfSignedCertificateBuilder(keys)
                .setValidityPeriod(Period.ofDays(2))
                .setCommonName(name)
                .setApplicationUri(uri)
                .addIpAddress("127.0.0.1")
                .build();
        Path file = pem(name + ".pem", "CERTIFICATE", certificate.getEncoded());
        return new Named(
                keys,
                certificate,
                file,
                pem(name + ".key", "PRIVATE KEY", keys.getPrivate().getEncoded()));
    }

    private static Path pem(String name, String kind, byte[] encoded) throws Exception {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind));
    }
}
