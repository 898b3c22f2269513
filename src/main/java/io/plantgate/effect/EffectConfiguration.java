package io.plantgate.effect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.event.PayloadReading;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Wires the effects of the site into the gateway; routes reach them as {@code effect:CHANNEL}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EffectSettings.class)
@Import(EffectComponent.class)
class EffectConfiguration {

    @Bean
    KindFiles kinds(
            @Value("${plantgate.routes-directory:routes}") String routesDirectory,
            @Value("${plantgate.site:demo}") String site,
            KindCheck check) {
        return KindFiles.load(Path.of(routesDirectory, "sites", site), check);
    }

    /** Connections of the effects' own, so that neither the ledger nor people wait for them. */
    @Bean(defaultCandidate = false, destroyMethod = "close")
    @Qualifier("effectDataSource")
    HikariDataSource effectDataSource(
            HikariDataSource dataSource,
            EffectSettings settings,
            @Value("${plantgate.ledger.node:node-1}") String node) {
        HikariConfig config = new HikariConfig();
        dataSource.copyStateTo(config);
        return EffectPool.open(config, settings, node);
    }

    @Bean(destroyMethod = "close")
    @DependsOnDatabaseInitialization
    Effects effects(
            @Qualifier("effectDataSource") HikariDataSource dataSource,
            KindFiles kinds,
            PayloadReading reading,
            EffectSettings settings,
            @Value("${plantgate.ledger.node:node-1}") String node,
            Environment environment,
            MeterRegistry meters)
            throws SQLException {
        Map<String, Object> values = Binder.get(environment)
                .bind("plantgate.site-values", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
        Effects.Site site = new Effects.Site(node, new ObjectMapper().valueToTree(values));
        return Effects.open(dataSource, kinds, reading, settings, site, meters);
    }

    @Bean
    EffectReports effectReports(Effects effects) {
        return effects.reports();
    }

    @Bean
    EffectPeople effectPeople(Effects effects) {
        return effects.people();
    }

    @Bean
    EffectWaits effectWaits(Effects effects) {
        return effects.waits();
    }

    @Bean
    HealthIndicator effectsHealthIndicator(Effects effects, KindFiles kinds) {
        return new EffectsHealth(effects, kinds);
    }
}
