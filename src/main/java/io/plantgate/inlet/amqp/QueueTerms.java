package io.plantgate.inlet.amqp;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * What a queue must be like: durable, with the dead-letter exchange, of the type and with the arguments that the site names.
 * The broker itself compares, by the equivalence check of {@code queue.declare} (AMQP 0-9-1, 1.7.2.1).
 */
public final class QueueTerms {

    /** What a parameter says that has no value: Camel drops an empty one from a bean's constructor. */
    static final String NONE = "none";

    // Camel takes a lone # in a bean's constructor for the beginning of a reference.
    private static final String ALL = "all";
    private static final String QUEUE_TYPE = "x-queue-type";

    private final String queue;
    private final boolean quorum;
    private final String deadLetterExchange;
    private final Map<String, Object> arguments = new LinkedHashMap<>();
    private final boolean declare;
    private final String exchange;
    private final String bindingKey;

    /**
     * @param queue its name
     * @param queueType {@code classic} or {@code quorum}
     * @param deadLetterExchange the value of {@code x-dead-letter-exchange}, or {@value #NONE}
     * @param deliveryLimit the value of {@code x-delivery-limit}, or 0 where the queue has none
     * @param arguments further arguments of the queue, {@code name=value}, separated by commas, or
     *     {@value #NONE}
     * @param declare true if the gateway makes the queue, its binding and the dead-letter exchange where they are missing
     * @param exchange the topic exchange that a declared queue is bound to, or {@value #NONE}
     * @param bindingKey the binding's key, or {@code all}
     */
    public QueueTerms(
            String queue,
            String queueType,
            String deadLetterExchange,
            int deliveryLimit,
            String arguments,
            boolean declare,
            String exchange,
            String bindingKey) {
        this.queue = required("queue", queue);
        this.quorum = isQuorum(queueType);
        this.deadLetterExchange = required("deadLetterExchange", deadLetterExchange);
        if (hasDeadLetters()) {
            this.arguments.put("x-dead-letter-exchange", this.deadLetterExchange);
        }
        if (deliveryLimit > 0) {
            this.arguments.put("x-delivery-limit", deliveryLimit);
        }
        if (!NONE.equals(arguments)) {
            addAll(arguments);
        }
        this.declare = declare;
        this.exchange = exchange.strip();
        this.bindingKey = ALL.equals(bindingKey) ? "#" : bindingKey;
    }

    String queue() {
        return queue;
    }

    /**
     * The same, for a queue of events.
     *
     * @throws IllegalArgumentException if no dead-letter exchange is named: the broker would drop what it does not keep
     */
    QueueTerms withDeadLetters() {
        if (!hasDeadLetters()) {
            throw new IllegalArgumentException(
                    "rabbitmq-source: deadLetterExchange is none. Name the one that '" + queue + "' was made with.");
        }
        return this;
    }

    private boolean hasDeadLetters() {
        return !NONE.equals(deadLetterExchange);
    }

    /**
     * Has the broker compare, and makes what is missing if the site asks for that.
     *
     * @throws QueueRefusedException naming the argument that differs or is missing
     * @throws IOException if the broker cannot be asked now
     */
    void require(Connection connection) throws IOException {
        if (declare) {
            declare(connection);
            return;
        }
        ask(
                connection,
                "no such queue; create it, or set declare: true",
                channel -> channel.queueDeclarePassive(queue));
        compare(connection);
        if (hasDeadLetters()) {
            ask(
                    connection,
                    "x-dead-letter-exchange names '" + deadLetterExchange + "', which does not exist; create it",
                    channel -> channel.exchangeDeclarePassive(deadLetterExchange));
        }
    }

    private void declare(Connection connection) throws IOException {
        if (hasDeadLetters()) {
            declareDeadLetters(connection);
        }
        compare(connection);
        if (!NONE.equals(exchange)) {
            ask(connection, "it cannot be bound to the exchange '" + exchange + "'", channel -> {
                channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
                channel.queueBind(queue, exchange, bindingKey);
            });
        }
    }

    private void declareDeadLetters(Connection connection) throws IOException {
        String dead = queue + ".dead";
        ask(connection, "the dead-letter exchange cannot be made", channel -> {
            channel.exchangeDeclare(deadLetterExchange, BuiltinExchangeType.FANOUT, true);
            channel.queueDeclare(dead, true, false, false, Map.of());
            channel.queueBind(dead, deadLetterExchange, "");
        });
    }

    // RabbitMQ tells a queue made without x-queue-type from one made as classic; to a site they are the same.
    private void compare(Connection connection) throws IOException {
        if (quorum) {
            equivalent(connection, "quorum");
            return;
        }
        try {
            equivalent(connection, null);
        } catch (QueueRefusedException refused) {
            if (!refused.getMessage().contains(QUEUE_TYPE)) {
                throw refused;
            }
            equivalent(connection, "classic");
        }
    }

    private void equivalent(Connection connection, String type) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        if (type != null) {
            all.put(QUEUE_TYPE, type);
        }
        ask(
                connection,
                "it must be durable, with exactly the arguments " + all,
                channel -> channel.queueDeclare(queue, true, false, false, all));
    }

    // A channel for each question: a refusal closes it.
    private void ask(Connection connection, String otherwise, Question question) throws IOException {
        Channel channel = connection.createChannel();
        try {
            question.put(channel);
        } catch (IOException e) {
            throw Refusal.of(queue, otherwise, e);
        } finally {
            close(channel);
        }
    }

    private static void close(Channel channel) throws IOException {
        if (channel.isOpen()) {
            try {
                channel.close();
            } catch (TimeoutException e) {
                throw new IOException(e);
            }
        }
    }

    private static boolean isQuorum(String queueType) {
        return switch (queueType) {
            case "classic" -> false;
            case "quorum" -> true;
            default ->
                throw new IllegalArgumentException("rabbitmq-source: queueType is '" + queueType
                        + "'. It is classic or quorum; a stream cannot be acknowledged message by message.");
        };
    }

    private void addAll(String text) {
        for (String argument : text.split(",")) {
            if (!argument.isBlank()) {
                int equals = argument.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(
                            "rabbitmq-source: queueArguments holds '" + argument + "'. Write name=value,name=value.");
                }
                arguments.put(argument.substring(0, equals).strip(), value(argument.substring(equals + 1)));
            }
        }
    }

    private static Object value(String text) {
        String value = text.strip();
        return value.matches("\\d{1,18}") ? (Object) Long.valueOf(value) : value;
    }

    private static String required(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("rabbitmq-source: " + name + " is empty. Name it in the site's route.");
        }
        return value.strip();
    }

    @FunctionalInterface
    private interface Question {
        void put(Channel channel) throws IOException;
    }
}
