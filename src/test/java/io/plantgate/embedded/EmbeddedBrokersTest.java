package io.plantgate.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.amqp.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.amqp.RabbitConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The embedded brokers stand in while no address is configured, and never beside one. */
class EmbeddedBrokersTest {

    @TempDir
    private Path directory;

    private final ApplicationContextRunner gateway = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
            .withUserConfiguration(EmbeddedAmqpConfiguration.class, EmbeddedMqttConfiguration.class);

    @Test
    void withoutAnAddressBothStandInAndTheInletsAreLedToThem() {
        gateway.withPropertyValues(
                        "plantgate.embedded.mqtt-directory=" + directory.resolve("mqtt"),
                        "spring.rabbitmq.host=",
                        "spring.rabbitmq.addresses=",
                        "plantgate.inlet.mqtt.broker-url=")
                .run(context -> {
                    int amqpPort = context.getBean(EmbeddedAmqpBroker.class).port();
                    assertThat(context.getBean(RabbitConnectionDetails.class)
                                    .getFirstAddress()
                                    .port())
                            .isEqualTo(amqpPort);
                    assertThat(context.getBean(MqttBrokerAddress.class).url())
                            .isEqualTo(context.getBean(EmbeddedMqttBroker.class).url());
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.rabbitmq.host=mq.plant.example",
                "spring.rabbitmq.addresses=mq-1.plant.example:5671,mq-2.plant.example:5671",
                "spring.rabbitmq.addresses[0]=mq.plant.example:5671"
            })
    void anyAddressOfARabbitMqSwitchesTheEmbeddedAmqpBrokerOff(String address) {
        gateway.withPropertyValues(address, "plantgate.inlet.mqtt.broker-url=tcp://mqtt.plant.example:1883")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(EmbeddedAmqpBroker.class);
                    assertThat(context.getBean(RabbitConnectionDetails.class)
                                    .getFirstAddress()
                                    .host())
                            .startsWith("mq");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://mqtt.plant.example:1883", "ssl://mqtt.plant.example:8883"})
    void anyAddressOfAnMqttBrokerSwitchesTheEmbeddedOneOff(String url) {
        gateway.withPropertyValues("plantgate.inlet.mqtt.broker-url=" + url, "spring.rabbitmq.host=mq.plant.example")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(EmbeddedMqttBroker.class)
                        .doesNotHaveBean(MqttBrokerAddress.class));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryKeepsTheBucketsItWasMadeWith() throws IOException {
        assertThat(EmbeddedMqttBroker.buckets(directory)).isEqualTo(8);
        Path sessions = directory.resolve("data/persistence/client_session_store/040000");
        for (int i = 0; i < 64; i++) {
            Files.createDirectories(sessions.resolve("client_session_store_" + i));
        }
        assertThat(EmbeddedMqttBroker.buckets(directory)).isEqualTo(64);
    }

    @Test
    void aFirstStartThatWasKilledDoesNotChangeThem() throws IOException {
        Files.createDirectories(
                directory.resolve("data/persistence/client_session_store/040000/client_session_store_3"));
        assertThat(EmbeddedMqttBroker.buckets(directory)).isEqualTo(8);
    }
}
