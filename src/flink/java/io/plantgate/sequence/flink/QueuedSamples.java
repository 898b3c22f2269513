package io.plantgate.sequence.flink;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.connectors.rabbitmq.RMQDeserializationSchema;

/**
 * Reads deliveries of RabbitMQ. It hands no correlation id on: with one Flink's source de-duplicates by itself what it has
 * seen since the last checkpoint, and nothing would be proven.
 */
final class QueuedSamples implements RMQDeserializationSchema<Sample> {

    private static final long serialVersionUID = 1L;

    private final SampleFormat format;

    QueuedSamples(SampleFormat format) {
        this.format = format;
    }

    @Override
    public void deserialize(
            Envelope envelope, AMQP.BasicProperties properties, byte[] body, RMQCollector<Sample> collector)
            throws IOException {
        collector.collect(format.read(body));
    }

    @Override
    public boolean isEndOfStream(Sample next) {
        return false;
    }

    @Override
    public TypeInformation<Sample> getProducedType() {
        return TypeInformation.of(Sample.class);
    }
}
