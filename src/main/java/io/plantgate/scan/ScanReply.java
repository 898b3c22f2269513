package io.plantgate.scan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Delivery;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerExchange;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Answers scans that came by a queue and name where they want to hear it ({@code reply-to}, {@code correlation-id}): the same
 * bytes and status as over HTTP, the latter as the header {@code status}. The message is acknowledged without waiting for that;
 * whoever misses an answer sends the scan again and gets it then.
 */
public final class ScanReply implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ScanReply.class);
    private static final int UNSENT_MAX = 10_000;

    private final ScanAnswers answers;
    private final RabbitTemplate broker;
    private final ObjectMapper json;
    private final List<String> prefixes;
    private final ThreadPoolExecutor sender =
            new ThreadPoolExecutor(1, 1, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(UNSENT_MAX), named());

    /** @param prefixes how queues begin that may be answered to: a sender must not reach any other through the gateway */
    ScanReply(ScanAnswers answers, RabbitTemplate broker, ObjectMapper json, List<String> prefixes) {
        this.answers = answers;
        this.broker = broker;
        this.json = json;
        this.prefixes = List.copyOf(prefixes);
    }

    private static CustomizableThreadFactory named() {
        CustomizableThreadFactory threads = new CustomizableThreadFactory("scan-reply-");
        threads.setDaemon(true);
        return threads;
    }

    /** A step behind {@code ledger:record}. Returns at once. */
    public void reply(Exchange exchange) {
        Decision decision = exchange.getProperty(LedgerExchange.DECIDED, Decision.class);
        Delivery delivery = exchange.getProperty(IntakeExchange.DELIVERY, Delivery.class);
        if (decision == null || delivery == null) {
            return;
        }
        Map<String, String> facts = delivery.facts();
        String queue = facts.get("reply-to");
        if (queue != null && prefixes.stream().anyMatch(queue::startsWith)) {
            answers.single(decision).thenAccept(answer -> sendLater(queue, facts.get("correlation-id"), answer));
        }
    }

    private void sendLater(String queue, String correlationId, ResponseEntity<Object> answer) {
        try {
            sender.execute(() -> send(queue, correlationId, answer));
        } catch (RejectedExecutionException full) {
            LOG.warn("An answer to {} is not sent: too many wait. Its client asks again.", queue);
        }
    }

    private void send(String queue, String correlationId, ResponseEntity<Object> answer) {
        try {
            byte[] body = answer.getBody() instanceof byte[] bytes ? bytes : json.writeValueAsBytes(answer.getBody());
            Message message = MessageBuilder.withBody(body)
                    .setContentType(String.valueOf(answer.getHeaders().getContentType()))
                    .setCorrelationId(correlationId)
                    .setHeader("status", answer.getStatusCode().value())
                    .setHeader("replayed", answer.getHeaders().containsKey(ScanAnswers.REPLAYED))
                    .build();
            broker.send("", queue, message);
        } catch (JsonProcessingException | AmqpException e) {
            LOG.warn("An answer to {} is not sent; its client asks again: {}", queue, e.toString());
        }
    }

    @Override
    public void close() {
        sender.shutdownNow();
    }
}
