package io.plantgate.worklist;

import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkListProperties.class)
class WorkListConfiguration {

    @Bean
    WorkList workList(DataSource dataSource, Profiles profiles, Ledger ledger, WorkListProperties properties) {
        return new WorkList(dataSource, profiles, ledger, properties);
    }

    @Bean
    KeptArrivals keptArrivals(DataSource dataSource) {
        return new KeptArrivals(dataSource);
    }

    @Bean
    FieldDifferences fieldDifferences(Profiles profiles) {
        return new FieldDifferences(profiles);
    }
}
