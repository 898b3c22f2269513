package io.plantgate.embedded.simulator;

import io.plantgate.embedded.NoAmqpBrokerConfigured;
import io.plantgate.embedded.NoMqttBrokerConfigured;
import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import java.time.Clock;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Builds the simulated plant where {@code plantgate.simulator.enabled} is true and both brokers are the embedded ones: a plant's own
 * broker is no place for devices that are not there.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("plantgate.simulator.enabled")
@Conditional({NoMqttBrokerConfigured.class, NoAmqpBrokerConfigured.class})
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
