package io.plantgate.inlet.amqp;

import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import org.apache.camel.component.springrabbit.DefaultListenerContainerFactory;
import org.apache.camel.component.springrabbit.ListenerContainerFactory;
import org.apache.camel.component.springrabbit.SpringRabbitMQComponent;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.health.HealthIndicator;
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
            AmqpInletProperties bounds) {
        return new AmqpInlet(ledger, profiles, new AmqpFacts(facts, factBytesMax), shares, bounds);
    }

    // A site's own spring-rabbitmq endpoints keep Camel's containers; headers that steer Camel come in at none.
    @Bean
    ComponentCustomizer plantgateRabbitMq(HeaderFilterStrategy plantgateDoor) {
        ListenerContainerFactory stock = new DefaultListenerContainerFactory();
        return ComponentCustomizer.builder(SpringRabbitMQComponent.class).build(component -> {
            component.setHeaderFilterStrategy(plantgateDoor);
            component.setListenerContainerFactory(endpoint -> endpoint.getMessageConverter() instanceof AmqpInbox inbox
                    ? inbox.container(endpoint)
                    : stock.createListenerContainer(endpoint));
        });
    }

    @Bean
    HealthIndicator amqpInletHealthIndicator(AmqpInlet inlets) {
        return new AmqpInletHealth(inlets);
    }
}
