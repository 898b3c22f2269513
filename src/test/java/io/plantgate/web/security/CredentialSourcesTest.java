package io.plantgate.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.web.security.SecuritySettings.Device;
import io.plantgate.web.security.SecuritySettings.User;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialSourcesTest {

    private final CredentialSources permissions = new CredentialSources(new SecuritySettings(
            List.of(
                    new User("viewer", "{noop}x", Set.of(Role.VIEWER)),
                    new User("operator", "{noop}x", Set.of(Role.OPERATOR)),
                    new User("approver", "{noop}x", Set.of(Role.APPROVER)),
                    new User("mes", "{noop}x", Set.of(Role.INTEGRATOR))),
            List.of(
                    new Device("pump-07", "{noop}x", List.of("PUMP-07/*")),
                    new Device("gateway", "{noop}x", List.of("PRESS-*/Trip", "OVEN.1", "Gru\u0308n/*"))),
            10,
            Duration.ofMinutes(1)));

    @ParameterizedTest
    @CsvSource({
        "pump-07,  PUMP-07/Trip,        true",
        "pump-07,  PUMP-07/,            true",
        "pump-07,  PUMP-07,             false",
        "pump-07,  PUMP-071/Trip,       false",
        "pump-07,  xPUMP-07/Trip,       false",
        "pump-07,  pump-07/Trip,        false",
        "gateway,  PRESS-12/Trip,       true",
        "gateway,  PRESS-12/OverTemp,   false",
        "gateway,  OVEN.1,              true",
        "gateway,  OVEN-1,              false",
        "gateway,  PUMP-07/Trip,        false",
        "operator, PUMP-07/Trip,        true",
        "approver, PUMP-07/Trip,        true",
        "mes,      PUMP-07/Trip,        true",
        "viewer,   PUMP-07/Trip,        false",
        "nobody,   PUMP-07/Trip,        false",
    })
    void aCredentialSpeaksForItsSourcesOnly(String credential, String source, boolean allowed) {
        assertThat(permissions.maySpeakFor(credential, source)).isEqualTo(allowed);
    }

    @Test
    void aPatternInDecomposedLettersMeansTheSourceInComposedOnes() {
        assertThat(permissions.maySpeakFor("gateway", "Gr\u00fcn/Trip")).isTrue();
    }

    @Test
    void aLineEndInASourceDoesNotEscapeThePattern() {
        assertThat(permissions.maySpeakFor("pump-07", "PUMP-07/a\nb")).isTrue();
        assertThat(permissions.maySpeakFor("pump-07", "x\nPUMP-07/Trip")).isFalse();
    }

    @Test
    void aTransportThatKnowsNoCredentialIsNotHeldBack() {
        assertThat(permissions.maySpeakFor(null, "PUMP-07/Trip")).isTrue();
    }
}
