package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.effect.Outcome;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import io.plantgate.testing.TestAuthority;
import io.plantgate.testing.TestAuthority.Issued;
import io.plantgate.testing.TestBundles;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SMPP over TLS: the centre's certificate and its name decide whether anything is sent. */
class SmppTlsTest {

    @TempDir
    private Path directory;

    private TestAuthority authority;
    private EmbeddedSmsCentre centre;
    private SmsNode node;

    @BeforeEach
    void makeKeys() throws Exception {
        authority = new TestAuthority(directory.resolve("plant"));
    }

    @AfterEach
    void stop() {
        node.close();
        centre.close();
    }

    @Test
    void aCentreThatTheBundleTrustsIsReachedUnderItsName() throws Exception {
        centre = centre(authority.issue("centre"));
        node = new SmsNode("localhost", centre.port(), trusting(authority));

        assertThat(node.send("Pump 7 trips")).isInstanceOf(Outcome.Accepted.class);
        assertThat(centre.taken()).hasSize(1);
    }

    @Test
    void aTrustedCertificateOfAnotherNameIsRefusedAndNothingIsSent() throws Exception {
        centre = centre(authority.issue("centre", "san=dns:elsewhere.plant.example"));
        node = new SmsNode("localhost", centre.port(), trusting(authority));

        assertNothingIsSent("localhost");
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefusedAndNothingIsSent() throws Exception {
        centre = centre(authority.issue("centre"));
        node = new SmsNode("localhost", centre.port(), trusting(new TestAuthority(directory.resolve("other"))));

        assertNothingIsSent("PKIX");
    }

    private void assertNothingIsSent(String why) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(node.line.state().detail()).contains(why));
        assertThat(node.send("Pump 7 trips"))
                .isInstanceOfSatisfying(
                        Outcome.NotDone.class, not -> assertThat(not.reason()).startsWith("NOT_CONNECTED"));
        assertThat(centre.binds()).isZero();
        assertThat(centre.taken()).isEmpty();
    }

    private EmbeddedSmsCentre centre(Issued own) {
        return EmbeddedSmsCentre.startWithTls(context(authority, own));
    }

    private static SocketFactory trusting(TestAuthority authority) {
        return context(authority, null).getSocketFactory();
    }

    private static SSLContext context(TestAuthority authority, Issued own) {
        return TestBundles.plant(authority.certificate(), own)
                .getBundle("plant")
                .createSslContext();
    }
}
