package io.plantgate.inlet.amqp;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import org.apache.camel.component.springrabbit.DefaultListenerContainerFactory;
import org.apache.camel.component.springrabbit.ListenerContainerFactory;
import org.apache.camel.component.springrabbit.SpringRabbitMQComponent;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.amqp.ConnectionFactoryCustomizer;
import org.springframework.boot.autoconfigure.amqp.RabbitProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AmqpInletProperties.class)
class AmqpInletConfiguration {

    @Bean
    AmqpInlet amqpInlet(
            Ledger ledger,
            Profiles profiles,
            TransportFacts facts,
            @Value("${plantgate.inlet.facts.bytes-max:1024}") int factBytesMax,
            InFlightShares shares,
            QuarantineWatch quarantine,
            AmqpInletProperties bounds) {
        return new AmqpInlet(ledger, profiles, new AmqpFacts(facts, factBytesMax), shares, quarantine, bounds);
    }

    // A site's own spring-rabbitmq endpoints keep Camel's containers; headers that steer Camel come in at none.
    @Bean
    ComponentCustomizer plantgateRabbitMq(HeaderFilterStrategy plantgateDoor) {
        ListenerContainerFactory stock = new DefaultListenerContainerFactory();
        return ComponentCustomizer.builder(SpringRabbitMQComponent.class).build(component -> {
            component.setHeaderFilterStrategy(plantgateDoor);
            component.setListenerContainerFactory(endpoint -> endpoint.getMessageConverter() instanceof QueueOwner owner
                    ? owner.container(endpoint)
                    : stock.createListenerContainer(endpoint));
        });
    }

    // Given a bundle, Spring Boot 3.5.9 leaves the name in the broker's certificate unchecked, whatever verify-hostname
    // says.
    @Bean
    ConnectionFactoryCustomizer plantgateRabbitMqConnections(RabbitProperties broker) {
        return connections -> {
            if (broker.getSsl().isVerifyHostname()) {
                connections.enableHostnameVerification();
            }
            connections.setExceptionHandler(new QuietOnLoss());
        };
    }

    @Bean
    HealthIndicator amqpInletHealthIndicator(AmqpInlet inlets) {
        return new AmqpInletHealth(inlets);
    }

    /** The inlet says itself, once, that a connection is lost or not made; the client would call each time an error. */
    private static final class QuietOnLoss extends DefaultExceptionHandler {

        private static final Logger LOG = LoggerFactory.getLogger(QuietOnLoss.class);

        @Override
        public void handleUnexpectedConnectionDriverException(Connection connection, Throwable cause) {
            LOG.debug("a connection has ended", cause);
        }
    }
}
