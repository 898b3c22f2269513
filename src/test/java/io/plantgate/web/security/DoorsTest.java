package io.plantgate.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.GatewayTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

class DoorsTest extends GatewayTest {

    @ParameterizedTest
    @Tag("W-28")
    @CsvSource({
        "GET,  /actuator/health,               none viewer operator approver integrator pump-07",
        "GET,  /actuator/health/liveness,      none viewer operator approver integrator pump-07",
        "GET,  /actuator/prometheus,           viewer operator approver integrator",
        "POST, /api/events/no-such-profile,    operator approver integrator pump-07",
        "GET,  /api/events/0,                  viewer operator approver integrator",
        "GET,  /api/work-items/0,              viewer operator approver integrator",
        "POST, /api/work-items/0/no-such-move, operator approver",
        "POST, /api/arrivals/0/no-such-move,   operator approver",
        "POST, /api/operations/0/authorisation, approver",
        "POST, /api/operations/0/refusal,      approver",
        "POST, /api/operations/0/settlement,   operator approver",
        "POST, /api/operations/door,           approver",
        "POST, /api/operations,                operator approver",
        "GET,  /api/operations/0,              viewer operator approver integrator",
        "GET,  /api/operations/door,           viewer operator approver integrator",
        "GET,  /api/equipment,                 viewer operator approver integrator",
        "POST, /api/operations/0/no-such-move, ''",
        "PUT,  /api/events/no-such-profile,    ''",
        "GET,  /actuator/env,                  ''",
        "GET,  /error,                         ''",
        "GET,  /,                              ''",
    })
    void eachDoorOpensToItsRolesOnly(HttpMethod method, String path, String allowed) {
        for (String name : "none viewer operator approver integrator pump-07".split(" ")) {
            HttpStatus refused = name.equals("none") ? HttpStatus.UNAUTHORIZED : HttpStatus.FORBIDDEN;
            boolean entered = !knock(name)
                    .exchange(path, method, null, String.class)
                    .getStatusCode()
                    .equals(refused);
            assertThat(entered)
                    .as("%s %s as %s", method, path, name)
                    .isEqualTo((" " + allowed + " ").contains(" " + name + " "));
        }
    }

    @Test
    void wrongPasswordUnknownNameAndNoCredentialGetTheSameAnswer() {
        String none = problem(http.getForEntity("/api/events", String.class), HttpStatus.UNAUTHORIZED);
        String wrong = problem(
                http.withBasicAuth("viewer", "wrong").getForEntity("/api/events", String.class),
                HttpStatus.UNAUTHORIZED);
        String unknown = problem(
                http.withBasicAuth("nobody", "demo").getForEntity("/api/events", String.class),
                HttpStatus.UNAUTHORIZED);
        assertThat(wrong).isEqualTo(none).isEqualTo(unknown).contains("urn:plantgate:problem:credentials-required");
    }

    @Test
    void wrongRoleIsAProblemWithoutInnerMessages() {
        String body = problem(as("pump-07").getForEntity("/api/events", String.class), HttpStatus.FORBIDDEN);
        assertThat(body).contains("urn:plantgate:problem:not-permitted").doesNotContain("Exception", "ROLE_", "trace");
    }

    @Test
    void noCookieIsEverSet() {
        assertThat(as("viewer").getForEntity("/api/events", String.class).getHeaders())
                .doesNotContainKey(HttpHeaders.SET_COOKIE);
    }

    @Test
    void healthTellsEveryoneWhetherAndViewersWhat() {
        assertThat(http.getForObject("/actuator/health", String.class))
                .contains("UP")
                .doesNotContain("components");
        assertThat(as("pump-07").getForObject("/actuator/health", String.class)).doesNotContain("components");
        assertThat(as("operator").getForObject("/actuator/health", String.class))
                .contains("components", "PostgreSQL");
    }

    private TestRestTemplate knock(String name) {
        return name.equals("none") ? http : as(name);
    }

    private static String problem(ResponseEntity<String> answer, HttpStatus expected) {
        assertThat(answer.getStatusCode()).isEqualTo(expected);
        assertThat(answer.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        return answer.getBody();
    }
}
