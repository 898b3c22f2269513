package io.plantgate.effect;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class PartsConfiguration {

    @Bean
    EffectParts effectParts(DataSource dataSource) {
        return EffectParts.in(dataSource);
    }
}
