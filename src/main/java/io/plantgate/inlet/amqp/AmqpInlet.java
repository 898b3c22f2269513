package io.plantgate.inlet.amqp;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerStoppedException;
import io.plantgate.ledger.Unit;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.camel.Exchange;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the AMQP inlets of a gateway share; the bean {@code amqpInlet}. */
public final class AmqpInlet {

    private static final Logger LOG = LoggerFactory.getLogger(AmqpInlet.class);

    private final Ledger ledger;
    private final Profiles profiles;
    private final AmqpFacts facts;
    private final InFlightShares shares;
    private final QuarantineWatch quarantine;
    private final AmqpInletProperties bounds;
    // One entry per queue of the site's routes.
    private final Map<String, QueueConsumer> consumers = new ConcurrentSkipListMap<>();
    // As many as all windows of requests together; idle ones end.
    private final Executor waiting = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "amqp-operations");
        thread.setDaemon(true);
        return thread;
    });

    AmqpInlet(
            Ledger ledger,
            Profiles profiles,
            AmqpFacts facts,
            InFlightShares shares,
            QuarantineWatch quarantine,
            AmqpInletProperties bounds) {
        this.ledger = ledger;
        this.profiles = profiles;
        this.facts = facts;
        this.shares = shares;
        this.quarantine = quarantine;
        this.bounds = bounds;
    }

    AmqpFacts facts() {
        return facts;
    }

    QuarantineWatch quarantine() {
        return quarantine;
    }

    int payloadBytesMax(String profile) {
        return profile(profile).payloadBytesMax();
    }

    private Profile profile(String name) {
        return profiles.find(name)
                .orElseThrow(() -> new IllegalStateException(
                        "rabbitmq-source: no profile '" + name + "'. Add " + name + ".profile.yaml to the site."));
    }

    /** Keeps a message whose route has ended, without a failure, before the ledger heard of it. */
    void quarantineUndecided(Exchange exchange, Delivered message) {
        Delivery delivery = exchange.getProperty(IntakeExchange.DELIVERY, Delivery.class);
        String detail = "route %s ended without a decision. Lead every message to ledger:record."
                .formatted(exchange.getFromRouteId());
        LOG.warn("{}: {}", delivery.inlet(), detail);
        Arrival arrival = new Arrival(
                delivery,
                profile(exchange.getProperty(IntakeExchange.PROFILE, String.class))
                        .version(),
                Reading.Undecodable.because(ReasonCode.STEP_FAILED, detail));
        try {
            ledger.offer(Unit.of(arrival))
                    .ifPresentOrElse(
                            decisions -> decisions.whenComplete((decided, failure) -> {
                                if (failure == null) {
                                    quarantine.decided(delivery.inlet(), decided.get(0));
                                    message.settle();
                                } else {
                                    message.offerAgain();
                                }
                            }),
                            message::offerAgain);
        } catch (LedgerStoppedException e) {
            message.offerAgain();
        }
    }

    /**
     * The container of one route; a restarted route gets a new one.
     *
     * @throws IllegalStateException if another route has this inlet's name, or its window does not fit the ledger's queue
     */
    QueueConsumer container(String inlet, QueueTerms terms, SpringRabbitMQEndpoint endpoint) {
        requireItsOwnName(inlet, terms);
        shares.take(inlet, endpoint.getPrefetchCount());
        return consumer(inlet, terms, endpoint, Runnable::run);
    }

    /**
     * The same for a route of requests, each of which may wait on a thread of its own.
     *
     * @throws IllegalStateException if another route has this inlet's name
     */
    QueueConsumer waitingContainer(String inlet, QueueTerms terms, SpringRabbitMQEndpoint endpoint) {
        requireItsOwnName(inlet, terms);
        return consumer(inlet, terms, endpoint, waiting);
    }

    private void requireItsOwnName(String inlet, QueueTerms terms) {
        QueueConsumer earlier = consumers.get(inlet);
        if (earlier != null && !earlier.isOn(terms)) {
            throw new IllegalStateException("two routes consume as inlet '" + inlet
                    + "'. Give one of them another name by its parameter inlet.");
        }
    }

    private QueueConsumer consumer(String inlet, QueueTerms terms, SpringRabbitMQEndpoint endpoint, Executor threads) {
        QueueConsumer consumer = new QueueConsumer(inlet, terms, ledger, threads, bounds);
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
