package io.plantgate.sequence.flink;

import java.io.IOException;
import org.apache.flink.streaming.connectors.rabbitmq.RMQSource;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;

/** Flink's source for RabbitMQ, which otherwise insists on a queue without arguments: no quorum queue, no dead letters. */
final class QueuedSource extends RMQSource<Sample> {

    private static final long serialVersionUID = 1L;

    private final int prefetch;
    private final String deadLetterExchange;

    /** @param connection without a prefetch count: Flink would set it for all channels, which a quorum queue refuses */
    QueuedSource(RMQConnectionConfig connection, JobSettings settings) {
        super(connection, settings.text("queue"), false, new QueuedSamples(settings.format()));
        this.prefetch = (int) settings.number("prefetch");
        this.deadLetterExchange = settings.text("dead-letter-exchange");
    }

    @Override
    protected void setupQueue() throws IOException {
        Queues.require(connection, queueName, deadLetterExchange);
        channel.basicQos(prefetch);
    }
}
