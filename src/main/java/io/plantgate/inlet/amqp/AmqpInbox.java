package io.plantgate.inlet.amqp;

import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerExchange;
import java.time.Instant;
import java.util.Arrays;
import org.apache.camel.Exchange;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.support.SynchronizationAdapter;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;

/**
 * One queue, as the route template {@code rabbitmq-source} plugs it into camel-spring-rabbitmq: as the endpoint's message
 * converter it lets the bytes through undecoded, as the route's first step it keeps them with the facts of their
 * transport, and it gives the endpoint a container that acknowledges after the ledger's commit.
 */
public final class AmqpInbox implements QueueOwner {

    private final AmqpInlet shared;
    private final String profile;
    private final String inlet;
    private final String credential;
    private final QueueTerms terms;

    /**
     * @param shared the bean {@code amqpInlet}
     * @param profile the profile that reads the messages
     * @param inlet the name of this way in
     * @param credential the device credential that the queue's senders count as, or {@code none}
     * @param terms what the queue must be like
     */
    public AmqpInbox(AmqpInlet shared, String profile, String inlet, String credential, QueueTerms terms) {
        this.shared = shared;
        this.profile = profile;
        this.inlet = inlet;
        this.credential = QueueTerms.NONE.equals(credential) ? null : credential;
        this.terms = terms.withDeadLetters();
    }

    /** The route's first step. Headers of the sender go no further than the facts that are kept of them. */
    public void receive(Exchange exchange) {
        Delivered message = exchange.getMessage().getBody(Delivered.class);
        exchange.getExchangeExtension().addOnCompletion(new Settling(message, inlet, shared));
        exchange.getMessage().removeHeaders("*");
        RawBytes raw = kept(message.getBody());
        exchange.setProperty(IntakeExchange.PROFILE, profile);
        exchange.setProperty(
                IntakeExchange.DELIVERY,
                new Delivery(Instant.now(), inlet, raw, shared.facts().of(message.getMessageProperties()), credential));
        exchange.getMessage().setBody(raw.kept());
    }

    // Beyond the profile's bound it goes to quarantine anyway, with its hash.
    private RawBytes kept(byte[] body) {
        int max = shared.payloadBytesMax(profile);
        return body.length <= max
                ? RawBytes.whole(body)
                : new RawBytes(Arrays.copyOf(body, max), body.length, RawBytes.sha256(body));
    }

    @Override
    public AbstractMessageListenerContainer container(SpringRabbitMQEndpoint endpoint) {
        return shared.container(inlet, terms, endpoint);
    }

    private static final class Settling extends SynchronizationAdapter {

        private final Delivered message;
        private final String inlet;
        private final AmqpInlet shared;

        Settling(Delivered message, String inlet, AmqpInlet shared) {
            this.message = message;
            this.inlet = inlet;
            this.shared = shared;
        }

        // Whatever steps behind the ledger did: a decided arrival is stored.
        @Override
        public void onDone(Exchange exchange) {
            Decision decision = exchange.getProperty(LedgerExchange.DECIDED, Decision.class);
            if (decision != null) {
                shared.quarantine().decided(inlet, decision);
                message.settle();
            } else if (exchange.getException() != null) {
                message.offerAgain();
            } else {
                shared.quarantineUndecided(exchange, message);
            }
        }
    }
}
