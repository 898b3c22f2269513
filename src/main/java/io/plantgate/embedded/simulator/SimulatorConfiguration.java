package io.plantgate.embedded.simulator;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import java.time.Clock;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Builds the simulated plant where {@code plantgate.simulator.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("plantgate.simulator.enabled")
@EnableConfigurationProperties(SimulatorSettings.class)
class SimulatorConfiguration {

    @Bean
    PlantSimulator plantSimulator(SimulatorSettings settings, MqttBrokerAddress mqtt, ConnectionFactory amqp) {
        return new PlantSimulator(
                settings,
                Clock.systemUTC(),
                new MqttVoice(mqtt.url(), new MqttConnectionOptions()),
                new AmqpVoice(amqp, settings.exchange(), "pumps"),
                new AmqpVoice(amqp, settings.exchange(), "scans"));
    }
}
