package io.plantgate.embedded;

import java.util.List;
import org.springframework.boot.autoconfigure.amqp.RabbitConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@Conditional(NoAmqpBrokerConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedAmqpConfiguration {

    @Bean
    static EarlyStart<EmbeddedAmqpBroker> embeddedAmqpStart(Environment environment) {
        int port = EmbeddedSettings.of(environment).amqpPort();
        return new EarlyStart<>("embedded-amqp", () -> EmbeddedAmqpBroker.start(port));
    }

    @Bean(destroyMethod = "close")
    EmbeddedAmqpBroker embeddedAmqpBroker(EarlyStart<EmbeddedAmqpBroker> start, EmbeddedSettings settings) {
        return start.take();
    }

    // The connections depend on these details, so Spring closes them before it stops the broker.
    @Bean
    RabbitConnectionDetails embeddedAmqpDetails(EmbeddedAmqpBroker broker) {
        return new Details(broker.port());
    }

    private record Details(int port) implements RabbitConnectionDetails {
        @Override
        public String getUsername() {
            return EmbeddedAmqpBroker.USER;
        }

        @Override
        public String getPassword() {
            return EmbeddedAmqpBroker.USER;
        }

        @Override
        public List<Address> getAddresses() {
            return List.of(new Address("127.0.0.1", port));
        }
    }
}
