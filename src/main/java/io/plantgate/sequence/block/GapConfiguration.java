package io.plantgate.sequence.block;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Looks after gaps. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GapSettings.class)
class GapConfiguration {

    @Bean
    @DependsOnDatabaseInitialization
    GapUpkeep gapUpkeep(DataSource dataSource, GapSettings settings, MeterRegistry meters) {
        return new GapUpkeep(dataSource, settings, meters);
    }
}
