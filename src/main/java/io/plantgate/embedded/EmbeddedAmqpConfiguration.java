package io.plantgate.embedded;

import java.util.List;
import org.springframework.boot.autoconfigure.amqp.RabbitConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@Conditional(NoAmqpBrokerConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedAmqpConfiguration {

    @Bean(destroyMethod = "close")
    EmbeddedAmqpBroker embeddedAmqpBroker(EmbeddedSettings settings) {
        return EmbeddedAmqpBroker.start(settings.amqpPort());
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
