package io.plantgate.sequence.flink;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;

/** Queues as they are. */
final class Queues {

    private Queues() {}

    /** Takes a queue as somebody has declared it, whatever its type and arguments; else makes a durable one. */
    static void require(Connection connection, String queue) throws IOException {
        // Not closed by hand: a question about a queue that is not there closes its channel.
        Channel asking = connection.createChannel();
        try {
            asking.queueDeclarePassive(queue);
            asking.abort();
        } catch (IOException e) {
            Channel making = connection.createChannel();
            making.queueDeclare(queue, true, false, false, null);
            making.abort();
        }
    }
}
