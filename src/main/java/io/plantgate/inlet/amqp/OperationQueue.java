package io.plantgate.inlet.amqp;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.OperationRequests;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;

/**
 * A queue of requests for writes to equipment, as the template {@code rabbitmq-operations} plugs it into
 * camel-spring-rabbitmq. A request is acknowledged after it is recorded and its answer was handed to the broker; delivered
 * again, it is one more request under the same operationId, which moves nothing and has the same answer. One that cannot be
 * recorded stays unacknowledged and is tried again.
 */
public final class OperationQueue implements QueueOwner {

    private static final Logger LOG = LoggerFactory.getLogger(OperationQueue.class);
    private static final int LOGGED_CHARS_MAX = 200;

    private final AmqpInlet shared;
    private final OperationRequests requests;
    private final RabbitTemplate broker;
    private final String client;
    private final List<String> prefixes;
    private final String inlet;
    private final QueueTerms terms;

    /**
     * @param shared the bean {@code amqpInlet}
     * @param requests the bean {@code operationRequests}
     * @param broker the bean {@code rabbitTemplate}
     * @param client who asks through this queue, as {@code from} of commands names it
     * @param prefixes how queues begin that may be answered to, separated by commas: a sender must not reach any other
     *     through the gateway
     * @param inlet the name of this way in
     * @param terms what the queue must be like
     */
    public OperationQueue(
            AmqpInlet shared,
            OperationRequests requests,
            RabbitTemplate broker,
            String client,
            String prefixes,
            String inlet,
            QueueTerms terms) {
        this.shared = shared;
        this.requests = requests;
        this.broker = broker;
        this.client = client;
        this.prefixes = Arrays.stream(prefixes.split(","))
                .map(String::strip)
                .filter(prefix -> !prefix.isEmpty())
                .toList();
        this.inlet = inlet;
        this.terms = terms;
    }

    @Override
    public AbstractMessageListenerContainer container(SpringRabbitMQEndpoint endpoint) {
        return shared.waitingContainer(inlet, terms, endpoint);
    }

    /** The route's only step. */
    public void ask(Exchange exchange) {
        Delivered message = exchange.getMessage().getBody(Delivered.class);
        exchange.getExchangeExtension().addOnCompletion(new Settling(message));
        exchange.getMessage().removeHeaders("*");
        MessageProperties facts = message.getMessageProperties();
        // The broker itself has checked a user-id; nobody else says who is behind a queue.
        OperationRequests.Answer answer =
                requests.ask(OperationRequests.Way.AMQP, client, facts.getReceivedUserId(), message.getBody());
        String queue = facts.getReplyTo();
        if (queue != null && prefixes.stream().anyMatch(queue::startsWith)) {
            reply(queue, facts.getCorrelationId(), answer);
        } else if (queue != null || answer.refused()) {
            LOG.warn(
                    "{}: a request from {} has {}, so its answer reaches nobody: {}",
                    client,
                    inlet,
                    queue == null
                            ? "no reply-to"
                            : "the reply-to " + VisibleText.of(queue, LOGGED_CHARS_MAX)
                                    + ", which is none of replyQueuePrefixes",
                    answer.words());
        }
    }

    private void reply(String queue, String correlationId, OperationRequests.Answer answer) {
        Message reply = MessageBuilder.withBody(answer.body())
                .setContentType(answer.contentType())
                .setCorrelationId(correlationId)
                .setHeader("status", answer.status())
                .build();
        try {
            broker.send("", queue, reply);
        } catch (AmqpException e) {
            LOG.warn("An answer to {} is not sent; its client asks again: {}", queue, e.toString());
        }
    }

    private static final class Settling extends SynchronizationAdapter {

        private final Delivered message;

        Settling(Delivered message) {
            this.message = message;
        }

        @Override
        public void onComplete(Exchange exchange) {
            message.settle();
        }

        @Override
        public void onFailure(Exchange exchange) {
            message.offerAgain();
        }
    }
}
