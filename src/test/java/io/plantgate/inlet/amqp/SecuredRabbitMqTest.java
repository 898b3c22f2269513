package io.plantgate.inlet.amqp;

import static io.plantgate.testing.PumpStation.trip;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import io.plantgate.testing.LogLines;
import io.plantgate.testing.Programs;
import io.plantgate.testing.RabbitMqServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestAuthority;
import io.plantgate.testing.TestAuthority.Issued;
import io.plantgate.testing.TestBundles;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.amqp.ConnectionFactoryCustomizer;
import org.springframework.boot.autoconfigure.amqp.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.amqp.RabbitProperties;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * A RabbitMQ that lets in only whom it knows, over TLS with certificates on both sides; the gateway's connections are made
 * by Spring Boot from the properties, and its user has the permissions, that the how-to names.
 */
class SecuredRabbitMqTest {

    private static final String SECRET = "rattle-snake-74";
    private static final String QUEUE = "plantgate.pumps";
    private static final String DEAD = "plantgate.dead";

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static Issued right;
    private static Issued shown;
    private static Issued own;
    private static RabbitMqServer rabbit;
    private static int tlsPort;

    private final LogLines log = new LogLines();
    private final TestDatabase database = TestDatabase.fresh();
    private AnnotationConfigApplicationContext context;
    private AmqpNode node;

    @BeforeAll
    static void startRabbit() throws Exception {
        Optional<Path> program = RabbitMqServer.program();
        Assumptions.assumeTrue(
                program.isPresent(), "no rabbitmq-server on this machine: TLS is not tested on RabbitMQ");
        authority = new TestAuthority(directory.resolve("plant-ca"));
        right = authority.issue("broker");
        shown = new Issued(directory.resolve("shown.pem"), directory.resolve("shown.key"));
        copy(right);
        own = authority.issue("gateway");
        tlsPort = Programs.freePort();
        rabbit = RabbitMqServer.start(program.orElseThrow(), """
                listeners.ssl.1 = 127.0.0.1:%d
                ssl_options.cacertfile = %s
                ssl_options.certfile = %s
                ssl_options.keyfile = %s
                ssl_options.verify = verify_peer
                ssl_options.fail_if_no_peer_cert = true
                """.formatted(
                        tlsPort, authority.certificate(), shown.certificate(), shown.key()));
        rabbit.control("add_user", "plantgate", SECRET);
        rabbit.control("set_permissions", "plantgate", "^plantgate\\.pumps$", "", "^plantgate\\.pumps$");
        try (Connection connection = guest();
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(DEAD, "fanout", true);
            channel.queueDeclare(QUEUE, true, false, false, Map.of("x-dead-letter-exchange", DEAD));
        }
    }

    private static Connection guest() throws Exception {
        ConnectionFactory guest = new ConnectionFactory();
        guest.setPort(rabbit.port());
        return guest.newConnection();
    }

    @AfterAll
    static void stopRabbit() {
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @AfterEach
    void end() throws Exception {
        if (!Files.readString(shown.certificate()).equals(Files.readString(right.certificate()))) {
            serverShows(right);
        }
        if (node != null) {
            node.close();
        }
        if (context != null) {
            context.close();
        }
        database.close();
        log.close();
    }

    @Test
    void overTlsWithUserNameAndPasswordMessagesAreStored() throws Exception {
        start(TestBundles.properties(authority.certificate(), own));
        eventually().until(() -> node.consumer().trouble() == null);

        assertThatAMessageIsStored("T1");
        assertThatNothingSaysTheSecret();
    }

    @Test
    void aPasswordThatTheBrokerDoesNotKnowIsNamedTriedAgainAndForgottenOnceItDoes() throws Exception {
        rabbit.control("change_password", "plantgate", "another");
        start(TestBundles.properties(authority.certificate(), own));
        assertThatHealthSays("does not let this user in", "spring.rabbitmq.username");
        assertThat(log.with("ERROR", "connection driver error")).isEmpty();

        rabbit.control("change_password", "plantgate", SECRET);
        assertThatAMessageIsStored("T2");
    }

    @Test
    void aCertificateOfAnAuthorityThatIsNotTrustedIsNamedAndTakenOnceItIsReplaced() throws Exception {
        serverShows(new TestAuthority(directory.resolve("another-ca")).issue("broker"));
        start(TestBundles.properties(authority.certificate(), own));
        assertThatHealthSays("TLS", "certificate", "spring.rabbitmq.ssl.bundle");

        serverShows(right);
        assertThatAMessageIsStored("T3");
    }

    @Test
    void aCertificateForAnotherNameIsNotTaken() throws Exception {
        serverShows(authority.issue("elsewhere", "san=dns:elsewhere.plant.example"));
        start(TestBundles.properties(authority.certificate(), own));
        assertThatHealthSays("TLS", "certificate");
    }

    @Test
    void whoHasNoCertificateToShowIsToldSo() throws Exception {
        start(TestBundles.properties(authority.certificate(), null));
        assertThatHealthSays("TLS", "certificate", "spring.rabbitmq.ssl.bundle");
    }

    private void start(String... bundle) throws Exception {
        context = new AnnotationConfigApplicationContext();
        context.getBeanFactory().setConversionService(ApplicationConversionService.getSharedInstance());
        TestPropertyValues.of(bundle)
                .and(
                        "spring.rabbitmq.addresses=127.0.0.1:" + tlsPort,
                        "spring.rabbitmq.username=plantgate",
                        "spring.rabbitmq.password=" + SECRET,
                        "spring.rabbitmq.ssl.enabled=true",
                        "spring.rabbitmq.ssl.bundle=plant")
                .applyTo(context);
        context.registerBean(ConnectionFactoryCustomizer.class, () -> new AmqpInletConfiguration()
                .plantgateRabbitMqConnections(context.getBean(RabbitProperties.class)));
        context.register(SslAutoConfiguration.class, RabbitAutoConfiguration.class);
        context.refresh();
        node = new AmqpNode(
                context.getBean(CachingConnectionFactory.class),
                database.dataSource(),
                AmqpContract.PROFILES,
                Map.of("reconnect-millis-max", "500"));
        node.consume(Map.of("queue", QUEUE, "deadLetterExchange", DEAD));
    }

    // The server remembers files that it has read; so it is told to forget them.
    private static void serverShows(Issued issued) throws Exception {
        copy(issued);
        rabbit.control("eval", "ssl:clear_pem_cache().");
    }

    private static void copy(Issued issued) throws IOException {
        Files.copy(issued.certificate(), shown.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(issued.key(), shown.key(), StandardCopyOption.REPLACE_EXISTING);
    }

    private void assertThatAMessageIsStored(String transitionId) throws Exception {
        eventually().until(() -> node.consumer().trouble() == null);
        try (Connection connection = guest();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            byte[] body = trip(transitionId, "B1", "High").getBytes(StandardCharsets.UTF_8);
            channel.basicPublish("", QUEUE, MessageProperties.PERSISTENT_BASIC, body);
            channel.waitForConfirmsOrDie(30_000);
        }
        eventually().until(() -> new Rows(database.dataSource()).count("arrival where decision = 'CANONICAL'") == 1);
    }

    // A broker that hangs up at once may do so before its reason is read; then the next try says it.
    private void assertThatHealthSays(String... words) {
        eventually().untilAsserted(() -> {
            Health health = node.health();
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails().get("amqp:pumps").toString()).contains(words);
        });
        assertThat(log.with(words)).isNotEmpty().allMatch(line -> line.startsWith("WARN"));
        assertThatNothingSaysTheSecret();
    }

    private void assertThatNothingSaysTheSecret() {
        assertThat(log.with(SECRET)).isEmpty();
        assertThat(node.health().toString()).doesNotContain(SECRET);
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(50));
    }
}
