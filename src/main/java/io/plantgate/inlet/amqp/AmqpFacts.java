package io.plantgate.inlet.amqp;

import com.rabbitmq.client.LongString;
import io.plantgate.inlet.TransportFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.amqp.core.MessageProperties;

/**
 * What is kept of a message beside its bytes: the facts of AMQP itself, and the sender's headers as far as the allow-list
 * goes. The facts of AMQP are {@code routing-key}, {@code exchange}, {@code redelivered}, {@code message-id},
 * {@code app-id}, {@code type}, {@code content-type} and {@code content-encoding}; no header can stand in for one.
 */
final class AmqpFacts {

    private static final List<String> OF_AMQP = List.of(
            "routing-key",
            "exchange",
            "redelivered",
            "message-id",
            "app-id",
            "reply-to",
            "correlation-id",
            "type",
            "content-type",
            "content-encoding");
    private static final String REPLACEMENT = "\uFFFD";

    private final TransportFacts ofSender;
    private final TransportFacts ofAmqp;

    AmqpFacts(TransportFacts ofSender, int bytesMax) {
        this.ofSender = ofSender;
        this.ofAmqp = new TransportFacts(OF_AMQP, OF_AMQP.size(), bytesMax);
    }

    Map<String, String> of(MessageProperties properties) {
        Map<String, String> facts = new TreeMap<>(ofSender.of(headers(properties.getHeaders())));
        facts.keySet().removeAll(OF_AMQP);
        ofAmqp.of(own(properties)).forEach((name, value) -> facts.merge(name, value, AmqpFacts::sum));
        return facts;
    }

    // The only name that both know: how many facts were left out.
    private static String sum(String ofSender, String ofAmqp) {
        return Integer.toString(Integer.parseInt(ofSender) + Integer.parseInt(ofAmqp));
    }

    private static Map<String, String> own(MessageProperties properties) {
        Map<String, String> own = new HashMap<>();
        own.put("routing-key", undamaged(properties.getReceivedRoutingKey()));
        own.put("exchange", undamaged(properties.getReceivedExchange()));
        own.put("redelivered", String.valueOf(properties.isRedelivered()));
        own.put("message-id", undamaged(properties.getMessageId()));
        own.put("app-id", undamaged(properties.getAppId()));
        own.put("reply-to", undamaged(properties.getReplyTo()));
        own.put("correlation-id", undamaged(properties.getCorrelationId()));
        own.put("type", undamaged(properties.getType()));
        own.put("content-type", undamaged(properties.getContentType()));
        own.put("content-encoding", undamaged(properties.getContentEncoding()));
        return own;
    }

    // The client has decoded the bytes already: where it could not, two different texts may have become one.
    private static String undamaged(String text) {
        return text == null || text.contains(REPLACEMENT) ? null : text;
    }

    private static Map<String, String> headers(Map<String, Object> headers) {
        Map<String, String> texts = new HashMap<>();
        headers.forEach((name, value) -> {
            if (value instanceof String
                    || value instanceof Number
                    || value instanceof Boolean
                    || value instanceof LongString) {
                texts.put(name, undamaged(value.toString()));
            }
        });
        return texts;
    }
}
