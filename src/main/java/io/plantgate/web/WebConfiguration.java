package io.plantgate.web;

import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.KeptArrivals;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WebProperties.class)
class WebConfiguration {

    @Bean
    Paging paging(WebProperties properties) {
        return new Paging(properties);
    }

    @Bean
    EventSearch eventSearch(DataSource dataSource, WebProperties properties) {
        return new EventSearch(dataSource, properties.queryTimeoutMillis());
    }

    @Bean
    Stories stories(DataSource dataSource, KeptArrivals arrivals, FieldDifferences differences) {
        return new Stories(dataSource, arrivals, differences);
    }

    @Bean
    ArrivalRows arrivalRows(DataSource dataSource) {
        return new ArrivalRows(dataSource);
    }

    @Bean
    Summaries summaries(DataSource dataSource) {
        return new Summaries(dataSource);
    }

    @Bean
    BootGenerations bootGenerations(DataSource dataSource) {
        return new BootGenerations(dataSource);
    }

    @Bean
    Imports imports(DataSource dataSource) {
        return new Imports(dataSource);
    }
}
