package io.plantgate.embedded;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@Conditional(NoMqttBrokerConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedMqttConfiguration {

    @Bean
    static EarlyStart<EmbeddedMqttBroker> embeddedMqttStart(Environment environment) {
        EmbeddedSettings settings = EmbeddedSettings.of(environment);
        return new EarlyStart<>(
                "embedded-mqtt", () -> EmbeddedMqttBroker.startIn(settings.mqttDirectory(), settings.mqttPort()));
    }

    @Bean(destroyMethod = "close")
    EmbeddedMqttBroker embeddedMqttBroker(EarlyStart<EmbeddedMqttBroker> start, EmbeddedSettings settings) {
        return start.take();
    }

    // The inlet depends on this address, so Spring starts the broker before, and stops it after, the routes.
    @Bean
    MqttBrokerAddress embeddedMqttBrokerAddress(EmbeddedMqttBroker broker) {
        return new MqttBrokerAddress(broker.url());
    }
}
