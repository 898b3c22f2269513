package io.plantgate.inlet.amqp;

import io.plantgate.inlet.InFlightShares;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;

/** What the AMQP inlets of a gateway share; the bean {@code amqpInlet}. */
public final class AmqpInlet {

    private final Ledger ledger;
    private final Profiles profiles;
    private final AmqpFacts facts;
    private final InFlightShares shares;
    private final AmqpInletProperties bounds;
    // One entry per queue of the site's routes.
    private final Map<String, QueueConsumer> consumers = new ConcurrentSkipListMap<>();

    AmqpInlet(Ledger ledger, Profiles profiles, AmqpFacts facts, InFlightShares shares, AmqpInletProperties bounds) {
        this.ledger = ledger;
        this.profiles = profiles;
        this.facts = facts;
        this.shares = shares;
        this.bounds = bounds;
    }

    AmqpFacts facts() {
        return facts;
    }

    int payloadBytesMax(String profile) {
        return profiles.find(profile)
                .orElseThrow(() -> new IllegalStateException(
                        "rabbitmq-source: no profile '" + profile + "'. Add " + profile + ".profile.yaml to the site."))
                .payloadBytesMax();
    }

    /**
     * The container of one route; a restarted route gets a new one.
     *
     * @throws IllegalStateException if another route has this inlet's name, or its window does not fit the ledger's queue
     */
    QueueConsumer container(String inlet, QueueTerms terms, SpringRabbitMQEndpoint endpoint) {
        QueueConsumer earlier = consumers.get(inlet);
        if (earlier != null && !earlier.isOn(terms)) {
            throw new IllegalStateException("two routes consume as inlet '" + inlet
                    + "'. Give one of them another name by its parameter inlet.");
        }
        shares.take(inlet, endpoint.getPrefetchCount());
        QueueConsumer consumer = new QueueConsumer(inlet, terms, ledger, bounds);
        consumer.setConnectionFactory(endpoint.getConnectionFactory());
        consumer.setQueueNames(terms.queue());
        consumer.setAcknowledgeMode(endpoint.getAcknowledgeMode());
        consumer.setPrefetchCount(endpoint.getPrefetchCount());
        consumer.setExclusive(endpoint.isExclusive());
        consumer.setConsumerArguments(endpoint.getConsumerArgs());
        consumer.setAutoDeclare(false);
        consumers.put(inlet, consumer);
        return consumer;
    }

    Map<String, QueueConsumer> consumers() {
        return consumers;
    }
}
