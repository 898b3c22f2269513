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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
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

    @Test
    @SuppressWarnings("unchecked")
    void flinksPropertiesAreOnesThatItKnowsAndItsJarIsTheOneThatTheProfileMakes() throws IOException {
        Map<String, Object> manager = service("flink-jobmanager");
        Map<String, String> properties = ((Map<?, ?>) manager.get("environment"))
                .get("FLINK_PROPERTIES")
                .toString()
                .lines()
                .map(line -> line.split(": ", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        assertThat(properties)
                .containsEntry("jobmanager.rpc.address", "flink-jobmanager")
                .containsEntry(StateBackendOptions.STATE_BACKEND.key(), "rocksdb");
        assertThat(properties.keySet()).isSubsetOf(flinksOptions());
        assertThat(service("flink-taskmanager")).containsEntry("environment", manager.get("environment"));
        assertThat(manager.get("volumes").toString())
                .contains("../target/plantgate-flink.jar:/opt/flink/usrlib/plantgate-flink.jar:ro");
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<finalName>plantgate-flink</finalName>")
                .contains("<flink.version>1.20.");
        assertThat((List<String>) manager.get("command"))
                .contains("io.plantgate.sequence.flink.SequenceJob", "--rabbitmq", "--queue");
    }

    private static Set<String> flinksOptions() {
        return Stream.of(
                        JobManagerOptions.ADDRESS,
                        TaskManagerOptions.NUM_TASK_SLOTS,
                        CoreOptions.DEFAULT_PARALLELISM,
                        StateBackendOptions.STATE_BACKEND,
                        CheckpointingOptions.INCREMENTAL_CHECKPOINTS,
                        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                        CheckpointingOptions.SAVEPOINT_DIRECTORY,
                        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                        RestartStrategyOptions.RESTART_STRATEGY)
                .map(ConfigOption::key)
                .collect(Collectors.toSet());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> service(String name) throws IOException {
        Map<String, Object> compose = new Yaml().load(Files.readString(Path.of("docker/compose.yaml")));
        return (Map<String, Object>) ((Map<String, Object>) compose.get("services")).get(name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> gatewayEnvironment() throws IOException {
        Map<String, Object> gateway = service("gateway");
        Map<String, Object> given = new HashMap<>((Map<String, Object>) gateway.get("environment"));
        // As the engine does with what stands in .env.
        given.replaceAll((name, value) -> value.toString().startsWith("${PLANTGATE_") ? GIVEN : value);
        return given;
    }
}
