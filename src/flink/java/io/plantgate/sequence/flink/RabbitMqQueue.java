package io.plantgate.sequence.flink;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Persistent messages on a durable queue, confirmed by the broker before a checkpoint completes: after a failure some come
 * again and none is missing. Whoever reads the queue de-duplicates, as the gateway's ledger does.
 */
public final class RabbitMqQueue<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;
    private static final long CONFIRM_MILLIS_MAX = 30_000;
    private static final int UNCONFIRMED_MAX = 1000;

    private final String uri;
    private final String queue;
    private final String deadLetterExchange;
    private final SerializationSchema<T> format;

    /** @param deadLetterExchange of a queue that is not there and is made, or empty for none */
    public RabbitMqQueue(String uri, String queue, String deadLetterExchange, SerializationSchema<T> format) {
        this.uri = uri;
        this.queue = queue;
        this.deadLetterExchange = deadLetterExchange;
        this.format = format;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return new Writer();
    }

    /** @deprecated Flink 1.20 still asks for it; 2.x does not. */
    @Deprecated
    @Override
    public SinkWriter<T> createWriter(Sink.InitContext context) throws IOException {
        return new Writer();
    }

    private final class Writer implements SinkWriter<T> {
        private final Connection connection;
        private final Channel channel;
        private int unconfirmed;
        private volatile boolean returned;

        Writer() throws IOException {
            try {
                ConnectionFactory factory = new ConnectionFactory();
                factory.setUri(uri);
                factory.setAutomaticRecoveryEnabled(false);
                connection = factory.newConnection("plantgate-flink");
                Queues.require(connection, queue, deadLetterExchange);
                channel = connection.createChannel();
                // Confirmed, and in no queue.
                channel.addReturnListener(back -> returned = true);
                channel.confirmSelect();
            } catch (Exception e) {
                throw new IOException("No channel to the queue " + queue, e);
            }
        }

        @Override
        public void write(T element, Context context) throws IOException, InterruptedException {
            channel.basicPublish("", queue, true, MessageProperties.PERSISTENT_BASIC, format.serialize(element));
            if (++unconfirmed >= UNCONFIRMED_MAX) {
                flush(false);
            }
        }

        @Override
        public void flush(boolean endOfInput) throws IOException, InterruptedException {
            try {
                channel.waitForConfirmsOrDie(CONFIRM_MILLIS_MAX);
                unconfirmed = 0;
                if (returned) {
                    throw new IOException("The queue " + queue + " is gone: RabbitMQ gave messages back");
                }
            } catch (TimeoutException e) {
                throw new IOException("RabbitMQ did not confirm within " + CONFIRM_MILLIS_MAX + " ms", e);
            }
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }
}
