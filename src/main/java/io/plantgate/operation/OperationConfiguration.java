package io.plantgate.operation;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Wires the operations of the site into the gateway. Drivers are beans of {@link Driver}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OperationSettings.class)
class OperationConfiguration {

    @Bean
    EquipmentFiles equipment(
            @Value("${plantgate.routes-directory:routes}") String routesDirectory,
            @Value("${plantgate.site:demo}") String site,
            Environment environment,
            ObjectProvider<Driver> drivers) {
        return EquipmentFiles.load(
                Path.of(routesDirectory, "sites", site),
                environment::getProperty,
                drivers.stream().toList());
    }

    /** Connections of the operations' own, so that nobody's writes wait for the ledger or for effects. */
    @Bean(defaultCandidate = false, destroyMethod = "close")
    @Qualifier("operationDataSource")
    HikariDataSource operationDataSource(
            HikariDataSource dataSource,
            OperationSettings settings,
            @Value("${plantgate.ledger.node:node-1}") String node) {
        HikariConfig config = new HikariConfig();
        dataSource.copyStateTo(config);
        config.setPoolName("operations");
        config.setMaximumPoolSize(settings.connectionsMax());
        config.setMinimumIdle(1);
        config.addDataSourceProperty("ApplicationName", "plantgate-operations " + node);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("socketTimeout", Integer.toString(settings.statementSecondsMax() + 10));
        config.addDataSourceProperty("options", "-c statement_timeout=" + settings.statementSecondsMax() + "s");
        return new HikariDataSource(config);
    }

    @Bean(destroyMethod = "close")
    @DependsOnDatabaseInitialization
    Operations operations(
            @Qualifier("operationDataSource") HikariDataSource dataSource,
            EquipmentFiles equipment,
            ObjectProvider<Driver> drivers,
            OperationSettings settings,
            @Value("${plantgate.ledger.node:node-1}") String node,
            MeterRegistry meters) {
        List<Driver> all = drivers.stream().toList();
        return Operations.open(dataSource, equipment, all, settings, node, meters);
    }

    @Bean
    OperationPeople operationPeople(Operations operations) {
        return operations.people();
    }

    @Bean
    HealthIndicator operationsHealthIndicator(Operations operations, EquipmentFiles equipment) {
        return new OperationsHealth(operations, equipment);
    }

    @Bean
    OperationReports operationReports(Operations operations) {
        return operations.reports();
    }
}
