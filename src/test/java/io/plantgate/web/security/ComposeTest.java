package io.plantgate.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.yaml.snakeyaml.Yaml;

/** What docker/compose.yaml gives the gateway for an environment; no container engine is asked. */
class ComposeTest {

    private static final String GIVEN = "{bcrypt}$2a$10$abcdefghijklmnopqrstuu";

    private final StandardEnvironment environment = new StandardEnvironment();

    @Test
    void itsEnvironmentTakesThePlaceOfTheDemosPasswordsSoThatTheGatewayMayListen() throws IOException {
        Map<String, Object> given = gatewayEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, given));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        Binder binder = Binder.get(environment);

        SecuritySettings settings =
                binder.bind("plantgate.web.security", SecuritySettings.class).get();
        InetAddress address = binder.bind("server.address", InetAddress.class).get();

        assertThat(address.isAnyLocalAddress()).isTrue();
        assertThat(settings.users())
                .containsExactly(new SecuritySettings.User("operator", GIVEN, Set.of(Role.OPERATOR)));
        assertThat(settings.devices())
                .containsExactly(new SecuritySettings.Device("pump-07", GIVEN, List.of("PUMP-07/*")));
        assertThatCode(new DemoPasswords(new Credentials(settings), address)::afterPropertiesSet)
                .doesNotThrowAnyException();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> gatewayEnvironment() throws IOException {
        Map<String, Object> compose = new Yaml().load(Files.readString(Path.of("docker/compose.yaml")));
        Map<String, Object> services = (Map<String, Object>) compose.get("services");
        Map<String, Object> gateway = (Map<String, Object>) services.get("gateway");
        Map<String, Object> given = new HashMap<>((Map<String, Object>) gateway.get("environment"));
        // As the engine does with what stands in .env.
        given.replaceAll((name, value) -> value.toString().startsWith("${PLANTGATE_") ? GIVEN : value);
        return given;
    }
}
