package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.delivery.erp.TargetSettings.Target;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.NotDone;
import io.plantgate.embedded.erp.SimulatedErp;
import java.nio.file.Path;
import java.security.KeyStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.SslBundles;

/** TLS and mutual TLS by SSL bundles, against a server that speaks it. */
class TlsTargetTest {

    private static KeyStore erpKey;
    private static KeyStore strangerKey;
    private static KeyStore gatewayKey;

    private SimulatedErp erp;
    private DeliveryLine line;

    @BeforeAll
    static void makeKeys(@TempDir Path directory) throws Exception {
        Certificates certificates = new Certificates(directory);
        erpKey = certificates.keyOf("erp", "ip:127.0.0.1");
        strangerKey = certificates.keyOf("stranger", "dns:elsewhere.example");
        gatewayKey = certificates.keyOf("gateway", "dns:gateway.example");
    }

    @AfterEach
    void stop() {
        line.close();
        erp.close();
    }

    @Test
    void aTargetThatTheBundleTrustsIsReached() throws Exception {
        start(erpKey, false, trusting(null, erpKey));

        assertThat(line.send("t-1")).isInstanceOf(Delivered.class);
    }

    @Test
    void aTargetThatNobodyTrustsWasSentNothing() throws Exception {
        start(erpKey, false, trusting(null, gatewayKey));

        assertThat(line.send("t-2")).isInstanceOf(NotDone.class);
        assertThat(erp.requests()).isZero();
    }

    @Test
    void aTrustedCertificateOfAnotherNameIsRefused() throws Exception {
        start(strangerKey, false, trusting(null, strangerKey));

        assertThat(line.send("t-3")).isInstanceOf(NotDone.class);
        assertThat(erp.requests()).isZero();
    }

    @Test
    void theGatewayShowsItsOwnCertificateToWhoAsksForIt() throws Exception {
        start(erpKey, true, trusting(gatewayKey, erpKey));

        assertThat(line.send("t-4")).isInstanceOf(Delivered.class);
    }

    @Test
    void whoCannotShowACertificateHasNothingBooked() throws Exception {
        start(erpKey, true, trusting(null, erpKey));

        // With TLS 1.3 the server's refusal may come after the request has left, so unknown is right as well.
        assertThat(line.send("t-5")).isNotInstanceOf(Delivered.class);
        assertThat(erp.requests()).isZero();
    }

    private void start(KeyStore serverKey, boolean clientCertificate, SslBundles bundles) throws Exception {
        erp = SimulatedErp.startWithTls(
                Certificates.bundle(serverKey, Certificates.trusting(gatewayKey))
                        .createSslContext(),
                clientCertificate);
        line = DeliveryLine.to("")
                .at(new Target(erp.postingsUrl(), "", "", "", "", "", "", "erp"))
                .with(bundles)
                .start();
    }

    private static SslBundles trusting(KeyStore own, KeyStore peer) throws Exception {
        return Certificates.named("erp", Certificates.bundle(own, Certificates.trusting(peer)));
    }
}
