package io.plantgate.sequence.flink;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Map;

/** Queues as they are. */
final class Queues {

    private Queues() {}

    /**
     * Takes a queue as somebody has declared it, whatever its type and arguments; else makes a durable one.
     *
     * @param deadLetterExchange of a queue that is made, or empty for none. The gateway reads no queue without, and makes
     *     its own in the same way
     */
    static void require(Connection connection, String queue, String deadLetterExchange) throws IOException {
        // Not closed by hand: a question about a queue that is not there closes its channel.
        Channel asking = connection.createChannel();
        try {
            asking.queueDeclarePassive(queue);
            asking.abort();
        } catch (IOException e) {
            make(connection, queue, deadLetterExchange);
        }
    }

    private static void make(Connection connection, String queue, String deadLetterExchange) throws IOException {
        Channel making = connection.createChannel();
        if (deadLetterExchange.isEmpty()) {
            making.queueDeclare(queue, true, false, false, null);
        } else {
            String dead = queue + ".dead";
            making.exchangeDeclare(deadLetterExchange, BuiltinExchangeType.FANOUT, true);
            making.queueDeclare(dead, true, false, false, null);
            making.queueBind(dead, deadLetterExchange, "");
            making.queueDeclare(queue, true, false, false, Map.of("x-dead-letter-exchange", deadLetterExchange));
        }
        making.abort();
    }
}
