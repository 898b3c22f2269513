package io.plantgate.inlet;

import org.apache.camel.spi.HeaderFilterStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FactSettings.class)
class DoorConfiguration {

    @Bean
    TransportFacts transportFacts(FactSettings settings) {
        return new TransportFacts(settings.kept(), settings.countMax(), settings.bytesMax());
    }

    @Bean
    HeaderFilterStrategy plantgateDoor() {
        return new DoorFilter();
    }
}
