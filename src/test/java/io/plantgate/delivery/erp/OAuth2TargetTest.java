package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.delivery.erp.TargetSettings.Target;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.NotDone;
import io.plantgate.effect.Outcome.TargetStopped;
import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import java.nio.file.Path;
import java.security.KeyStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/** Client credentials, against an authorization server and a target that asks for its tokens. */
class OAuth2TargetTest {

    private AuthorizationServer authorization;
    private SimulatedErp erp;
    private DeliveryLine line;

    @BeforeEach
    void startServers() throws Exception {
        authorization = new AuthorizationServer(null);
        erp = SimulatedErp.start(0).admit(header -> authorization.newest().equals(header));
    }

    @AfterEach
    void stop() {
        if (line != null) {
            line.close();
        }
        erp.close();
        authorization.close();
    }

    @Test
    void oneTokenServesManyRequests() throws Exception {
        start(AuthorizationServer.SECRET);

        assertThat(line.send("o-1")).isInstanceOf(Delivered.class);
        assertThat(line.send("o-2")).isInstanceOf(Delivered.class);
        assertThat(authorization.given()).isEqualTo(1);
    }

    @Test
    void aTokenThatWasTakenBackStopsNobodyAndTheNextAttemptHasAnother() throws Exception {
        start(AuthorizationServer.SECRET);
        line.send("o-3");
        String first = authorization.newest();
        erp.admit(header -> header != null && !first.equals(header));

        assertThat(line.send("o-4")).isInstanceOfSatisfying(NotDone.class, notDone -> assertThat(notDone.counted())
                .isFalse());
        assertThat(line.send("o-4")).isInstanceOf(Delivered.class);
        assertThat(authorization.given()).isEqualTo(2);
    }

    @Test
    void aNewTokenThatIsRefusedStopsTheTarget() throws Exception {
        erp.admit(header -> false);
        start(AuthorizationServer.SECRET);

        assertThat(line.send("o-5")).isInstanceOf(TargetStopped.class);
    }

    @Test
    void refusedClientCredentialsStopTheTargetBeforeAnythingIsSent() throws Exception {
        start("another secret");

        assertThat(line.send("o-6")).isInstanceOfSatisfying(TargetStopped.class, stopped -> assertThat(stopped.reason())
                .contains("CREDENTIALS_REFUSED", "invalid_client")
                .doesNotContain("another secret"));
        assertThat(erp.requests()).isZero();
    }

    @Test
    void whileTheAuthorizationServerIsAwayNothingIsSent() throws Exception {
        start(AuthorizationServer.SECRET);
        authorization.failWith(503);

        assertThat(line.send("o-7")).isInstanceOf(NotDone.class);
        authorization.close();
        assertThat(line.send("o-7")).isInstanceOf(NotDone.class);
        assertThat(erp.requests()).isZero();
    }

    @Test
    void anAnswerWithoutAnEndIsLeftAndNothingIsSent() throws Exception {
        start(AuthorizationServer.SECRET);
        authorization.neverEnd();

        assertThat(line.send("o-7")).isInstanceOfSatisfying(NotDone.class, notDone -> assertThat(notDone.reason())
                .contains("more than 65536 bytes"));
        assertThat(erp.requests()).isZero();
    }

    @Test
    void theTokenIsNotKeptWhenTheTargetRepeatsIt() throws Exception {
        erp.next(Turn.says(422, "{\"you\":\"token-1\"}"));
        start(AuthorizationServer.SECRET);

        assertThat(line.send("o-8").answer().text()).doesNotContain("token-1");
    }

    @Test
    void theAuthorizationServerIsTrustedByTheTargetsBundle(@TempDir Path directory) throws Exception {
        KeyStore key = new Certificates(directory).keyOf("plant", "ip:127.0.0.1");
        authorization.close();
        erp.close();
        authorization = new AuthorizationServer(Certificates.bundle(key, null).createSslContext());
        erp = SimulatedErp.startWithTls(Certificates.bundle(key, null).createSslContext(), false)
                .admit(header -> authorization.newest().equals(header));
        line = line(AuthorizationServer.SECRET, "plant")
                .with(Certificates.named("plant", Certificates.bundle(null, Certificates.trusting(key))))
                .start();

        assertThat(line.send("o-9")).isInstanceOf(Delivered.class);
    }

    @Test
    void aClientThatTheConfigurationDoesNotHaveIsRefusedAtTheStart() {
        line = DeliveryLine.to("").at(new Target(erp.postingsUrl(), "", "", "", "", "", "nobody", ""));

        assertThatThrownBy(line::start).hasStackTraceContaining("spring.security.oauth2.client.registration.nobody");
    }

    private void start(String secret) throws Exception {
        line = line(secret, "").start();
    }

    private DeliveryLine line(String secret, String bundle) {
        ClientRegistration registration = ClientRegistration.withRegistrationId("erp")
                .clientId(AuthorizationServer.CLIENT)
                .clientSecret(secret)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .tokenUri(authorization.tokenUrl())
                .build();
        return DeliveryLine.to("")
                .at(new Target(erp.postingsUrl(), "", "", "", "", "", "erp", bundle))
                .with(new InMemoryClientRegistrationRepository(registration));
    }
}
