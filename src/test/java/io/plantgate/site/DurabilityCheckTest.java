package io.plantgate.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.jdbc.core.simple.JdbcClient;

class DurabilityCheckTest {

    private final TestDatabase database = TestDatabase.fresh();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theEmbeddedDatabaseIsDurable() {
        assertThatCode(() -> check(database.dataSource())).doesNotThrowAnyException();
    }

    @Test
    void aDatabaseThatAnswersBeforeTheDiskDoesIsRefused() {
        try (HikariDataSource pool = withDatabaseSetting("synchronous_commit = off")) {
            assertThatThrownBy(() -> check(pool))
                    .isInstanceOf(NotDurableException.class)
                    .hasMessageContaining("synchronous_commit = off")
                    .hasMessageContaining("set by: database");
        }
    }

    @Test
    void aDatabaseThatWaitsForItsOwnDiskOnlyIsAccepted() {
        try (HikariDataSource pool = withDatabaseSetting("synchronous_commit = local")) {
            assertThatCode(() -> check(pool)).doesNotThrowAnyException();
        }
    }

    @Test
    void theRefusalSaysWhatToDo() {
        try (HikariDataSource pool = withDatabaseSetting("synchronous_commit = off")) {
            FailureAnalysis analysis = analysed(() -> check(pool));
            assertThat(analysis.getDescription()).contains("synchronous_commit = off");
            assertThat(analysis.getAction()).contains("ALTER DATABASE").contains("start again");
        }
    }

    private static FailureAnalysis analysed(Runnable check) {
        try {
            check.run();
            throw new AssertionError("was not refused");
        } catch (NotDurableException e) {
            return new NotDurableFailureAnalyzer().analyze(new IllegalStateException(e));
        }
    }

    // Settings of a database hold for connections made afterwards.
    private HikariDataSource withDatabaseSetting(String setting) {
        JdbcClient sql = JdbcClient.create(database.dataSource());
        String name = sql.sql("select current_database()").query(String.class).single();
        sql.sql("alter database " + name + " set " + setting).update();
        return database.anotherPool();
    }

    private static void check(HikariDataSource pool) {
        new DurabilityCheck(JdbcClient.create(pool)).requireDurable();
    }
}
