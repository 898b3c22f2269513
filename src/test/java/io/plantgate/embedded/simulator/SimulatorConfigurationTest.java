package io.plantgate.embedded.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SimulatorConfigurationTest {

    private final ApplicationContextRunner site = new ApplicationContextRunner()
            .withUserConfiguration(SimulatorConfiguration.class)
            .withPropertyValues("plantgate.simulator.enabled=true");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plantgate.inlet.mqtt.broker-url=tcp://broker:1883",
                "spring.rabbitmq.host=broker",
                "spring.rabbitmq.addresses=broker:5672"
            })
    void aPlantsOwnBrokerHearsOfNoSimulatedDevice(String broker) {
        site.withPropertyValues(broker)
                .run(started -> assertThat(started).hasNotFailed().doesNotHaveBean(PlantSimulator.class));
    }

    @Test
    void withoutOneTheDevicesWantTheEmbeddedBroker() {
        site.run(started -> assertThat(started).getFailure().hasMessageContaining(MqttBrokerAddress.class.getName()));
    }
}
