package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.embedded.plc.SimulatedMqttConveyor;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.Programs;
import io.plantgate.testing.TestAuthority;
import io.plantgate.testing.TestAuthority.Issued;
import io.plantgate.testing.TestBundles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.SslBundles;

/** A device at a Mosquitto that the gateway reaches over TLS, with the certificate that the broker asks for. */
class MqttTlsTest {

    private static final Duration CALL_TIME = Duration.ofSeconds(20);

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static MosquittoServer broker;
    private static SimulatedMqttConveyor device;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> program = MosquittoServer.program();
        assumeTrue(program.isPresent(), "no mosquitto on the PATH: install the package mosquitto");
        authority = new TestAuthority(directory.resolve("plant-ca"));
        Issued server = authority.issue("broker");
        int plain = Programs.freePort();
        broker = MosquittoServer.start(
                program.orElseThrow(),
                directory.resolve("broker"),
                "cafile " + authority.certificate(),
                "certfile " + server.certificate(),
                "keyfile " + server.key(),
                "require_certificate true",
                // The device stands beside the broker.
                "listener " + plain + " 127.0.0.1",
                "allow_anonymous true");
        device = SimulatedMqttConveyor.at("conveyor", "tcp://127.0.0.1:" + plain);
    }

    @AfterAll
    static void stop() {
        if (device != null) {
            device.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void overTlsWithTheBundleOfTheEquipmentTheDeviceAnswers() throws Exception {
        SslBundles bundles = TestBundles.plant(authority.certificate(), authority.issue("gateway"));

        try (Session session = open(bundles)) {
            assertThat(session.write(write(1, "stop"), plenty())).isInstanceOf(DeviceWord.Accepted.class);
        }
        assertThat(device.log().writesOf("OP-1")).isEqualTo(1);
    }

    @Test
    void aBrokerThatIsNotTrustedIsNotReachedAndItIsSaidWhatToDo() throws Exception {
        Path foreign = new TestAuthority(directory.resolve("another-ca")).certificate();

        assertThatThrownBy(() -> open(TestBundles.plant(foreign, authority.issue("gateway-2"))))
                .isInstanceOf(NeverReachedException.class)
                .hasMessageContaining("no TLS connection")
                .hasMessageContaining("connection.sslBundle");
    }

    @Test
    void aBundleThatIsNotConfiguredIsSaidSo() {
        SslBundles bundles = TestBundles.plant(authority.certificate(), null);
        ObjectNode connection = connection().put("sslBundle", "nobody");

        assertThatThrownBy(() -> driver(bundles).open(equipment(connection), plenty()))
                .isInstanceOf(NeverReachedException.class)
                .hasMessageContaining("connection.sslBundle: there is no bundle \"nobody\"");
    }

    private static Session open(SslBundles bundles) {
        return driver(bundles).open(equipment(connection()), plenty());
    }

    private static ObjectNode connection() {
        ObjectNode connection = device.connection().deepCopy();
        return connection.put("url", "ssl://127.0.0.1:" + broker.port()).put("sslBundle", "plant");
    }

    private static MqttDriver driver(SslBundles bundles) {
        return new MqttDriver(new Addresses(List.of()), PlcConfiguration.mqttConnections(bundles));
    }

    private static Equipment equipment(ObjectNode connection) {
        return new Equipment("conveyor", "mqtt", connection, Map.of(), Optional.empty(), Map.of(), CALL_TIME);
    }

    private static Deadline plenty() {
        return Deadline.in(Duration.ofSeconds(60));
    }
}
