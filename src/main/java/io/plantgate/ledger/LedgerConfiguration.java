package io.plantgate.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.event.PayloadRereading;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.spi.IdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Wires the ledger into the gateway. Its name in routes is {@code #ledger} (the repository) and {@code ledger:record}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LedgerSettings.class, RetentionSettings.class, StoreSettings.class})
@EnableScheduling
@Import(LedgerComponent.class)
class LedgerConfiguration {

    /** Connections of the committers' own, so that queries of people never keep an arrival waiting. */
    @Bean(defaultCandidate = false, destroyMethod = "close")
    @Qualifier("ledgerDataSource")
    HikariDataSource ledgerDataSource(HikariDataSource dataSource, LedgerSettings settings) {
        HikariConfig config = new HikariConfig();
        dataSource.copyStateTo(config);
        config.setPoolName("ledger");
        config.setMaximumPoolSize(settings.shards() + 1);
        config.setMinimumIdle(settings.shards());
        config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(5));
        config.addDataSourceProperty("ApplicationName", "plantgate-ledger " + settings.node());
        config.addDataSourceProperty("tcpKeepAlive", "true");
        // A connection that hangs must not hang its committer, nor keep its locks on the server.
        config.addDataSourceProperty("socketTimeout", Integer.toString(settings.statementSecondsMax() + 10));
        config.addDataSourceProperty(
                "options",
                "-c statement_timeout=" + settings.statementSecondsMax() + "s"
                        + " -c idle_in_transaction_session_timeout=" + settings.statementSecondsMax() + "s");
        return new HikariDataSource(config);
    }

    @Bean(destroyMethod = "close")
    @DependsOnDatabaseInitialization
    PostgresLedger postgresLedger(
            @Qualifier("ledgerDataSource") HikariDataSource dataSource,
            PayloadRereading rereading,
            ObjectProvider<EffectPlanning> planning,
            ObjectProvider<AttachedRows> attached,
            LedgerSettings settings,
            MeterRegistry meters)
            throws SQLException {
        return PostgresLedger.open(
                dataSource,
                rereading,
                planning.getIfAvailable(() -> EffectPlanning.LIVE),
                attached.getIfAvailable(() -> AttachedRows.NONE),
                settings,
                meters);
    }

    @Bean
    IdempotentRepository ledger(PostgresLedger ledger, LedgerSettings settings) {
        return new LedgerIdempotentRepository(ledger, Duration.ofSeconds(settings.answerSecondsMax()));
    }

    @Bean
    HealthIndicator ledgerHealthIndicator(PostgresLedger ledger, RetentionUpkeep retention) {
        return new LedgerHealth(ledger, retention);
    }

    /** On the gateway's own connections: counting a month may take longer than a committer's statement. */
    @Bean(destroyMethod = "stop")
    @DependsOnDatabaseInitialization
    RetentionUpkeep retentionUpkeep(DataSource dataSource, RetentionSettings settings, MeterRegistry meters) {
        return new RetentionUpkeep(new Retention(dataSource, settings), meters);
    }

    @Bean
    StoreWatch storeWatch(DataSource dataSource, StoreSettings settings, PostgresLedger ledger, MeterRegistry meters) {
        return new StoreWatch(dataSource, settings, ledger.room(), meters);
    }

    @Bean
    PartitionUpkeep partitionUpkeep(PostgresLedger ledger) {
        return new PartitionUpkeep(ledger);
    }

    /** Makes partitions long before they are needed. */
    static final class PartitionUpkeep {

        private static final Logger LOG = LoggerFactory.getLogger(PartitionUpkeep.class);

        private final PostgresLedger ledger;

        PartitionUpkeep(PostgresLedger ledger) {
            this.ledger = ledger;
        }

        @Scheduled(fixedDelay = 1, initialDelay = 1, timeUnit = TimeUnit.HOURS)
        void makeAhead() {
            try {
                ledger.makePartitionsAhead();
            } catch (SQLException e) {
                LOG.error(
                        "Partitions cannot be made ahead. Check that the gateway's database user owns its tables: {}",
                        e.getMessage());
            }
        }
    }
}
