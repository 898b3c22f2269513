package io.plantgate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

class EmbeddedConfigurationTest {

    @TempDir
    Path directory;

    private final List<Integer> answers = new ArrayList<>();

    private final ApplicationContextRunner gateway = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
            .withUserConfiguration(EmbeddedConfiguration.class);

    @Test
    void withoutAnAddressTheEmbeddedDatabaseIsThePoolsAndStopsAfterAllThatUseIt() {
        Path data = directory.resolve("postgres");
        gateway.withPropertyValues("plantgate.embedded.postgres-directory=" + data)
                .withBean(Drain.class, () -> new Drain(answers))
                .run(context -> assertThat(context).hasSingleBean(EmbeddedDatabase.class));

        assertThat(answers).containsExactly(1);
        assertThat(data.resolve("PG_VERSION")).exists();
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void theLogSaysWhereThePortOfTheConfigurationIsReached() throws IOException {
        ListAppender<ILoggingEvent> log = listen();
        int port = freePort();
        gateway.withPropertyValues(
                        "plantgate.embedded.postgres-directory=" + directory.resolve("postgres"),
                        "plantgate.embedded.postgres-port=" + port)
                .run(context -> assertThat(
                                context.getBean(EmbeddedDatabase.class).port())
                        .isEqualTo(port));

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.contains(
                        "jdbc:postgresql://localhost:" + port + "/postgres (user postgres, no password)"));
    }

    private static ListAppender<ILoggingEvent> listen() {
        Logger logger = (Logger) LoggerFactory.getLogger(EmbeddedDatabase.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        return log;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void anyConfiguredAddressSwitchesItOff() {
        gateway.withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/elsewhere")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(EmbeddedDatabase.class);
                    assertThat(context.getBean(JdbcConnectionDetails.class).getJdbcUrl())
                            .isEqualTo("jdbc:postgresql://127.0.0.1:1/elsewhere");
                    assertThat(context.getBean(HikariDataSource.class).getJdbcUrl())
                            .endsWith("/elsewhere");
                });
    }

    /** Asks the database in its last moment, as the ledger does when it drains. */
    static final class Drain implements AutoCloseable {

        private final List<Integer> answers;
        private DataSource dataSource;

        Drain(List<Integer> answers) {
            this.answers = answers;
        }

        @Autowired
        void use(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        public void close() {
            answers.add(JdbcClient.create(dataSource)
                    .sql("select 1")
                    .query(Integer.class)
                    .single());
        }
    }
}
