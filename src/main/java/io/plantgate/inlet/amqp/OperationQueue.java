package io.plantgate.inlet.amqp;

import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.converter.MessageConverter;

/**
 * A queue of requests for writes to equipment, as the template {@code rabbitmq-operations} plugs it into
 * camel-spring-rabbitmq. A request is acknowledged after it is recorded and its answer was handed to the broker; delivered
 * again, it is one more request under the same operationId, which moves nothing and has the same answer.
 */
public final class OperationQueue implements MessageConverter {

    private static final Logger LOG = LoggerFactory.getLogger(OperationQueue.class);

    private final OperationRequests requests;
    private final RabbitTemplate broker;
    private final String client;
    private final List<String> prefixes;

    /**
     * @param requests the bean {@code operationRequests}
     * @param broker the bean {@code rabbitTemplate}
     * @param client who asks through this queue, as {@code from} of commands names it
     * @param prefixes how queues begin that may be answered to, separated by commas: a sender must not reach any other
     *     through the gateway
     */
    public OperationQueue(OperationRequests requests, RabbitTemplate broker, String client, String prefixes) {
        this.requests = requests;
        this.broker = broker;
        this.client = client;
        this.prefixes = Arrays.stream(prefixes.split(","))
                .map(String::strip)
                .filter(prefix -> !prefix.isEmpty())
                .toList();
    }

    /** The route's only step. */
    public void ask(Exchange exchange) {
        Message message = exchange.getMessage().getBody(Message.class);
        exchange.getMessage().removeHeaders("*");
        MessageProperties facts = message.getMessageProperties();
        // The broker itself has checked a user-id; nobody else says who is behind a queue.
        String user = facts.getReceivedUserId();
        OperationRequests.Answer answer = requests.ask(client, user == null ? client : user, message.getBody());
        String queue = facts.getReplyTo();
        if (queue != null && prefixes.stream().anyMatch(queue::startsWith)) {
            reply(queue, facts.getCorrelationId(), answer);
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

    @Override
    public Object fromMessage(Message message) {
        return message;
    }

    @Override
    public Message toMessage(Object object, MessageProperties properties) {
        throw new UnsupportedOperationException("rabbitmq-operations: the step itself answers. Remove the reply.");
    }
}
