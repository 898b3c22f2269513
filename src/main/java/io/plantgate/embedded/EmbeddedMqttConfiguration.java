package io.plantgate.embedded;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@Conditional(NoMqttBrokerConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedMqttConfiguration {

    @Bean(destroyMethod = "close")
    EmbeddedMqttBroker embeddedMqttBroker(EmbeddedSettings settings) {
        return EmbeddedMqttBroker.startIn(settings.mqttDirectory(), settings.mqttPort());
    }

    // The inlet depends on this address, so Spring starts the broker before, and stops it after, the routes.
    @Bean
    MqttBrokerAddress embeddedMqttBrokerAddress(EmbeddedMqttBroker broker) {
        return new MqttBrokerAddress(broker.url());
    }
}
