package io.plantgate.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.web.security.SecuritySettings.Device;
import io.plantgate.web.security.SecuritySettings.User;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.security.core.GrantedAuthority;

class CredentialsTest {

    @Test
    void aNameThatStandsForAUserAndADeviceIsRefused() {
        assertThatThrownBy(() -> credentials(
                        List.of(new User("pump", "{noop}a", Set.of(Role.VIEWER))),
                        List.of(new Device("pump", "{noop}b", List.of("*")))))
                .hasMessageContaining("'pump' stands twice")
                .hasMessageContaining("name of its own");
    }

    @Test
    void aPasswordThatDoesNotSayHowItIsEncodedIsRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> credentials(List.of(new User("u", "secret", Set.of(Role.VIEWER))), List.of()))
                .hasMessageContaining("'u'")
                .hasMessageContaining("{bcrypt}")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aUserWithTheRoleOfADeviceIsRefusedBecauseItHasNoSources() {
        assertThatThrownBy(() -> credentials(List.of(new User("u", "{noop}a", Set.of(Role.DEVICE))), List.of()))
                .hasMessageContaining("plantgate.web.security.devices");
    }

    @Test
    void anApproverIsAnOperatorAndAViewerButAnIntegratorIsNoOperator() {
        Credentials credentials = credentials(
                List.of(
                        new User("boss", "{noop}a", Set.of(Role.APPROVER)),
                        new User("mes", "{noop}a", Set.of(Role.INTEGRATOR))),
                List.of());
        assertThat(roles(credentials, "boss"))
                .containsExactlyInAnyOrder("ROLE_APPROVER", "ROLE_OPERATOR", "ROLE_VIEWER");
        assertThat(roles(credentials, "mes")).containsExactlyInAnyOrder("ROLE_INTEGRATOR", "ROLE_VIEWER");
    }

    @Test
    void onlyThoseWithTheDemosPasswordAreNamed() {
        Credentials credentials = credentials(
                List.of(new User("u", "{noop}demo", Set.of(Role.VIEWER))),
                List.of(new Device("d", "{noop}demonstration", List.of("*"))));
        assertThat(credentials.withDemoPassword()).containsExactly("u");
    }

    private static List<String> roles(Credentials credentials, String name) {
        return credentials.loadUserByUsername(name).getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .toList();
    }

    private static Credentials credentials(List<User> users, List<Device> devices) {
        return new Credentials(new SecuritySettings(users, devices, 10, Duration.ofMinutes(1)));
    }
}
