package io.plantgate.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/** What a start refuses, and what it says then. */
@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    private final TestDatabase database = TestDatabase.fresh();

    @TempDir
    Path directory;

    @BeforeEach
    void copyRoutes() throws IOException {
        FileSystemUtils.copyRecursively(Path.of("routes"), directory.resolve("routes"));
        // It lives at the embedded broker, which is not started here.
        Files.delete(directory.resolve("routes/sites/demo/conveyor-4.equipment.yaml"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aDatabaseThatMayLoseWhatWasAcknowledgedIsRefusedAndNotMigrated(CapturedOutput output) {
        JdbcClient sql = JdbcClient.create(database.dataSource());
        String name = sql.sql("select current_database()").query(String.class).single();
        sql.sql("drop schema public cascade; create schema public").update();
        sql.sql("alter database " + name + " set synchronous_commit = off").update();

        assertThat(start()).hasRootCauseInstanceOf(NotDurableException.class);
        assertThat(output).contains("APPLICATION FAILED TO START", "synchronous_commit = off", "ALTER DATABASE");
        assertThat(sql.sql("select to_regclass('arrival')").query(String.class).optional())
                .isEmpty();
    }

    @Test
    void theDemosPasswordsAreRefusedOnAnyAddressButLoopback(CapturedOutput output) {
        assertThat(start("--server.address=0.0.0.0")).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "everybody knows", "listen on 127.0.0.1");
    }

    @Test
    void whatTheLintFindsIsRefusedWithFileAndLine(CapturedOutput output) throws IOException {
        write("faulty.camel.yaml", """
                - route:
                    id: faulty
                    routeConfigurationId: inlett
                    from:
                      uri: direct:faulty
                      steps:
                        - log:
                            message: never reached
                """);
        assertThat(start()).hasRootCauseInstanceOf(RoutesRefusedException.class);
        assertThat(output).contains("faulty.camel.yaml:3: policy 'inlett' does not exist");
    }

    @Test
    void aStepThatCamelDoesNotKnowIsRefusedWithFileAndLine(CapturedOutput output) throws IOException {
        write("unknown-step.camel.yaml", """
                - route:
                    id: unknown-step
                    from:
                      uri: direct:unknown-step
                      steps:
                        - logg:
                            message: never reached
                """);
        assertThat(start()).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "unknown-step.camel.yaml", "line 6", "logg");
    }

    @Test
    void aRouteThatCamelCannotMakeIsRefusedWithItsPlaceAndTheInnermostReason(CapturedOutput output) throws IOException {
        write("wrong-option.camel.yaml", """
                - route:
                    id: wrong-option
                    from:
                      uri: direct:wrong-option
                      steps:
                        - to:
                            uri: log:seen
                            parameters:
                              groupSizze: 10
                """);
        assertThat(start()).isNotNull();
        String box = box(output);
        assertThat(box).contains("Route 'wrong-option' (", "wrong-option.camel.yaml:2) does not start");
        assertThat(box).contains("groupSizze").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "value: rename | value: stable | complete: 'stable' is not allowed. Write one of rename",
                "plantgate.data-directory | plantgate.data-directry | nothing defines '{{plantgate.data-directry}}'"
            })
    void aTyposPlaceIsSaid(String written, String typed, String said, CapturedOutput output) throws IOException {
        Path route = directory.resolve("routes/sites/demo/pumps-file.camel.yaml");
        Files.writeString(route, Files.readString(route).replace(written, typed));

        assertThat(start()).isNotNull();
        assertThat(box(output)).containsPattern("pumps-file.camel.yaml:\\d+: ").contains(said);
    }

    private static String box(CapturedOutput output) {
        return output.getAll().substring(output.getAll().indexOf("APPLICATION FAILED TO START"));
    }

    @Test
    void aFaultyProfileIsRefusedWithFileAndLine(CapturedOutput output) throws IOException {
        write("valves.profile.yaml", "contract: transition\nformatt: json\n");
        assertThat(start()).isNotNull();
        assertThat(output).contains("APPLICATION FAILED TO START", "valves.profile.yaml:2", "formatt");
    }

    @Test
    void aSiteThatIsNotThereIsRefusedAndTheOnesThatAreAreNamed(CapturedOutput output) {
        assertThat(start("--plantgate.site=nowhere")).hasRootCauseInstanceOf(RoutesRefusedException.class);
        assertThat(output).contains("nowhere", "[demo]");
    }

    @Test
    void aSiteCannotPointOutOfItsFolder(CapturedOutput output) {
        assertThat(start("--plantgate.site=../templates")).isNotNull();
        assertThat(output).contains("a site is named by a-z, 0-9 and dashes");
    }

    @Test
    void postsThatAKilledGatewayOfThisNodeLeftRunningHaveFailed() {
        assertThat(start()).isNull();
        JdbcClient sql = JdbcClient.create(database.dataSource());
        sql.sql("""
                insert into import (inlet, node, profile, reading_digest, file_name, chunk_rows)
                values ('http:cells', 'node-1', 'cells', '', 'POST /api/events/cells', 500),
                       ('http:cells', 'node-2', 'cells', '', 'POST /api/events/cells', 500),
                       ('file:elsewhere', 'node-1', 'cells', '', 'a.csv', 500)""").update();

        assertThat(start()).isNull();

        assertThat(sql.sql("select state from import order by import_id")
                        .query(String.class)
                        .list())
                .containsExactly("FAILED", "RUNNING", "RUNNING");
        assertThat(sql.sql("select reason from import where state = 'FAILED'")
                        .query(String.class)
                        .single())
                .contains("The gateway stopped before the end of this post");
    }

    private void write(String file, String yaml) throws IOException {
        Files.writeString(directory.resolve("routes/sites/demo").resolve(file), yaml);
    }

    private Throwable start(String... settings) {
        List<String> arguments = new ArrayList<>(List.of(settings));
        arguments.add("--server.port=0");
        // Nothing here needs the brokers: what is refused is refused before, and a broker that is away stops no start.
        arguments.add("--plantgate.simulator.enabled=false");
        arguments.add("--plantgate.inlet.mqtt.broker-url=tcp://127.0.0.1:1");
        arguments.add("--spring.rabbitmq.addresses=127.0.0.1:1");
        arguments.add("--spring.datasource.url=" + database.url());
        arguments.add("--plantgate.data-directory=" + directory.resolve("data"));
        arguments.add("--plantgate.routes-directory=" + directory.resolve("routes"));
        return catchThrowable(() -> SpringApplication.run(Plantgate.class, arguments.toArray(String[]::new))
                .close());
    }
}
