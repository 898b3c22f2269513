package io.plantgate.scan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.ledger.AttachedRows;
import io.plantgate.ledger.LedgerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/** Wires scans into the gateway. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ScanSettings.class, RetentionSettings.class})
@Import(ScanInlet.class)
class ScanConfiguration {

    /** Connections of its own: one to record, one to read answers, one to take over. */
    @Bean(defaultCandidate = false, destroyMethod = "close")
    @Qualifier("scanDataSource")
    HikariDataSource scanDataSource(HikariDataSource dataSource, LedgerSettings ledger) {
        HikariConfig config = new HikariConfig();
        dataSource.copyStateTo(config);
        config.setPoolName("scans");
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(5));
        config.addDataSourceProperty("ApplicationName", "plantgate-scans " + ledger.node());
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("socketTimeout", Integer.toString(ledger.statementSecondsMax() + 10));
        config.addDataSourceProperty(
                "options", "-c statement_timeout=" + ledger.statementSecondsMax() + "s -c jit=off");
        return new HikariDataSource(config);
    }

    @Bean
    ScanMetrics scanMetrics(MeterRegistry meters) {
        return new ScanMetrics(meters);
    }

    @Bean
    LookUp scanLookUp(@Lazy CamelContext camel, ScanSettings settings) {
        return new RouteLookUp(camel, settings.lookupRoute());
    }

    @Bean(destroyMethod = "close")
    ScanDesk scanDesk(
            @Qualifier("scanDataSource") HikariDataSource dataSource,
            LedgerSettings ledger,
            ScanSettings settings,
            LookUp lookUp,
            ScanMetrics metrics) {
        return new ScanDesk(dataSource, ledger.node(), settings, lookUp, metrics);
    }

    @Bean
    AttachedRows scanRows(LedgerSettings ledger, ScanSettings settings, ScanDesk desk, ScanMetrics metrics) {
        return new ScanRows(ledger.node(), settings, desk, metrics::repeatedTooOften);
    }

    @Bean
    ScanAnswers scanAnswers(ScanDesk desk, ScanSettings settings) {
        return new ScanAnswers(desk, settings.retryAfterSeconds());
    }

    @Bean(destroyMethod = "close")
    ScanReply scanReply(ScanAnswers answers, RabbitTemplate broker, ObjectMapper json, ScanSettings settings) {
        return new ScanReply(answers, broker, json, settings.replyQueuePrefixes());
    }

    @Bean
    ScanTraces scanTraces(DataSource dataSource, ScanSettings settings) {
        return new ScanTraces(dataSource, settings.queryTimeoutMillis(), settings.clockSuspectSeconds());
    }

    @Bean
    ScanUpkeep scanUpkeep(
            ScanDesk desk, @Qualifier("scanDataSource") HikariDataSource dataSource, RetentionSettings retention) {
        return new ScanUpkeep(desk, dataSource, retention);
    }

    /** Ends what is kept no longer, and takes over what an earlier run left once the routes run. */
    static final class ScanUpkeep {

        private static final Logger LOG = LoggerFactory.getLogger(ScanUpkeep.class);

        // The longest that answer-hours may be, and one more.
        private static final Duration ANSWERS_KEPT = Duration.ofHours(169);

        private final ScanDesk desk;
        private final DataSource dataSource;
        private final RetentionSettings retention;

        ScanUpkeep(ScanDesk desk, DataSource dataSource, RetentionSettings retention) {
            this.desk = desk;
            this.dataSource = dataSource;
            this.retention = retention;
        }

        @EventListener(ApplicationReadyEvent.class)
        void start() {
            desk.start();
        }

        @Scheduled(fixedDelay = 1, initialDelay = 1, timeUnit = TimeUnit.HOURS)
        void endWhatIsOver() {
            try (Connection connection = dataSource.getConnection()) {
                int days = ScanRetention.dropAnswers(connection, ANSWERS_KEPT);
                if (days > 0) {
                    LOG.info("Answers of {} days have expired and are dropped.", days);
                }
                if (retention.keptDays() > 0) {
                    int ended =
                            ScanRetention.endScans(connection, Duration.ofDays(retention.keptDays()), retention.then());
                    LOG.info("Partitions of scans whose time is over ({}): {}.", retention.then(), ended);
                }
            } catch (SQLException e) {
                LOG.error("Expired answers or scans cannot be removed; the store grows: {}", e.getMessage());
            }
        }
    }
}
