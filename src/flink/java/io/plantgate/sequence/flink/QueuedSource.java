package io.plantgate.sequence.flink;

import java.io.IOException;
import org.apache.flink.streaming.connectors.rabbitmq.RMQSource;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;

/** Flink's source for RabbitMQ, which otherwise insists on a queue without arguments: no quorum queue, no dead letters. */
final class QueuedSource extends RMQSource<Sample> {

    private static final long serialVersionUID = 1L;

    private final int prefetch;

    /** @param connection without a prefetch count: Flink would set it for all channels, which a quorum queue refuses */
    QueuedSource(RMQConnectionConfig connection, String queue, int prefetch, SampleFormat format) {
        super(connection, queue, false, new QueuedSamples(format));
        this.prefetch = prefetch;
    }

    @Override
    protected void setupQueue() throws IOException {
        Queues.require(connection, queueName);
        channel.basicQos(prefetch);
    }
}
