package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plantgate.inlet.mqtt.Standing.Phase;
import io.plantgate.testing.LogLines;
import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestAuthority;
import io.plantgate.testing.TestAuthority.Issued;
import io.plantgate.testing.TestBundles;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** A Mosquitto that lets in only whom it knows, over TLS; with the properties that the how-to names. */
class SecuredMosquittoTest {

    private static final String SECRET = "rattle-snake-74";
    private static final String TOPIC = "plant/pumps/P-1/trip";

    @TempDir
    private Path directory;

    private final LogLines log = new LogLines();
    private TestDatabase database;
    private TestAuthority authority;
    private Path program;
    private MosquittoServer broker;
    private MqttNode gateway;

    @BeforeEach
    void prepare() throws Exception {
        program = MosquittoServer.program().orElse(null);
        assumeTrue(program != null, "no mosquitto on the PATH: install the package mosquitto");
        database = TestDatabase.fresh();
        authority = new TestAuthority(directory.resolve("plant-ca"));
    }

    @AfterEach
    void end() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        if (broker != null) {
            broker.close();
        }
        if (database != null) {
            database.close();
        }
        log.close();
    }

    @Test
    void overTlsWithUserNameAndPasswordMessagesAreStored() throws Exception {
        startBroker(authority.issue("broker"));
        startGateway(authority.certificate(), SECRET);
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        publish();

        eventually().until(() -> canonicals() == 1);
        assertThatNothingSaysTheSecret();
    }

    @Test
    void whoIsAskedForACertificateShowsThatOfItsBundle() throws Exception {
        startBroker(authority.issue("broker"), "require_certificate true");
        startGateway(TestBundles.plant(authority.certificate(), authority.issue("gateway")), SECRET);
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        publish();

        eventually().until(() -> canonicals() == 1);
    }

    @Test
    void whoHasNoCertificateToShowIsToldSo() throws Exception {
        startBroker(authority.issue("broker"), "require_certificate true");
        startGateway(authority.certificate(), SECRET);

        eventually().until(() -> tries() >= 3);
        assertThatHealthSays("TLS", "certificate", "plantgate.inlet.mqtt.ssl-bundle");
    }

    @Test
    void aWrongPasswordIsNamedTriedAgainAndForgottenOnceTheBrokerKnowsIt() throws Exception {
        startBroker(authority.issue("broker"));
        password("another");
        broker.restart();
        startGateway(authority.certificate(), SECRET);
        eventually().until(() -> tries() >= 3);
        assertThatHealthSays("does not let this user in", "plantgate.inlet.mqtt.user-name", "plantgate");
        assertThat(log.with("ERROR", "mqtt:pumps")).isEmpty();

        password(SECRET);
        broker.restart();
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        publish();
        eventually().until(() -> canonicals() == 1);
        assertThatNothingSaysTheSecret();
    }

    @Test
    void aCertificateOfAnAuthorityThatIsNotTrustedIsNamedAndTakenOnceItIsReplaced() throws Exception {
        Issued foreign = new TestAuthority(directory.resolve("another-ca")).issue("broker");
        startBroker(foreign);
        startGateway(authority.certificate(), SECRET);
        eventually().until(() -> tries() >= 3);
        assertThatHealthSays("TLS", "certificate", "plantgate.inlet.mqtt.ssl-bundle");

        Issued right = authority.issue("broker");
        Files.copy(right.certificate(), foreign.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(right.key(), foreign.key(), StandardCopyOption.REPLACE_EXISTING);
        broker.restart();
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
        publish();
        eventually().until(() -> canonicals() == 1);
        assertThatNothingSaysTheSecret();
    }

    @Test
    void aCertificateForAnotherNameIsNotTaken() throws Exception {
        startBroker(authority.issue("broker", "san=dns:elsewhere.plant.example"));
        startGateway(authority.certificate(), SECRET);

        eventually().until(() -> tries() >= 2);
        assertThatHealthSays("TLS", "certificate");
    }

    @Test
    void aBundleThatIsReadAnewIsThatOfTheNextConnection() throws Exception {
        startBroker(authority.issue("broker"));
        SslBundles bundles = TestBundles.plant(new TestAuthority(directory.resolve("old-ca")).certificate(), null);
        startGateway(bundles, SECRET);
        eventually().until(() -> tries() >= 1);

        SslBundle renewed = TestBundles.plant(authority.certificate(), null).getBundle("plant");
        ((DefaultSslBundleRegistry) bundles).updateBundle("plant", renewed);
        eventually().until(() -> phase() == Phase.SUBSCRIBED);
    }

    private void startBroker(Issued server, String... more) throws Exception {
        Path passwords = directory.resolve("passwords");
        password(SECRET);
        broker = MosquittoServer.start(
                program,
                directory.resolve("broker"),
                "cafile " + authority.certificate(),
                "certfile " + server.certificate(),
                "keyfile " + server.key(),
                "allow_anonymous false",
                "password_file " + passwords,
                String.join("\n", more));
    }

    private void password(String password) throws Exception {
        Path passwords = directory.resolve("passwords");
        Process made = new ProcessBuilder("mosquitto_passwd", "-b", "-c", passwords.toString(), "plantgate", password)
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
    }

    private void startGateway(Path trusted, String password) throws Exception {
        startGateway(TestBundles.plant(trusted, null), password);
    }

    private void startGateway(SslBundles bundles, String password) throws Exception {
        Map<String, String> settings = Map.of(
                "userName", "plantgate",
                "password", password,
                "sslBundle", "plant",
                "reconnectMillisMax", "400");
        gateway = new MqttNode(database.url(), "node-1", url(), settings, UnaryOperator.identity(), bundles, 20_000);
        gateway.source("pumps", "plant/pumps/+/trip", Map.of());
    }

    private String url() {
        return "ssl://127.0.0.1:" + broker.port();
    }

    private void publish() throws Exception {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setUserName("plantgate");
        options.setPassword(SECRET.getBytes(StandardCharsets.UTF_8));
        options.setSocketFactory(TestBundles.plant(authority.certificate(), authority.issue("plant"))
                .getBundle("plant")
                .createSslContext()
                .getSocketFactory());
        try (Plant plant = new Plant(url(), options)) {
            plant.publish(TOPIC, Plant.trip("P-1", "T1", "high"));
            plant.allAcknowledged();
        }
    }

    private int tries() {
        return log.with("WARN", "mqtt:pumps: not subscribed", "Next try in").size();
    }

    // A broker that hangs up at once may do so before its reason is read; then the next try says it.
    private void assertThatHealthSays(String... words) {
        eventually().untilAsserted(() -> {
            Health health = gateway.health("mqtt:pumps");
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails().get("detail").toString()).contains(words);
        });
        assertThat(log.with(words)).isNotEmpty().allMatch(line -> line.startsWith("WARN"));
        assertThatNothingSaysTheSecret();
    }

    private void assertThatNothingSaysTheSecret() {
        assertThat(log.with(SECRET)).isEmpty();
        assertThat(gateway.standing("mqtt:pumps").state().toString()).doesNotContain(SECRET);
    }

    private Phase phase() {
        return gateway.standing("mqtt:pumps").state().phase();
    }

    private long canonicals() {
        return new Rows(database.dataSource()).count("arrival where decision = 'CANONICAL'");
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }
}
