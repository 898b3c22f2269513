package io.plantgate.sequence.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.sequence.SequenceRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;

/**
 * RabbitMQ in, first arrivals out: to a queue, which the gateway may read, or to a table of PostgreSQL. What is written as
 * {@code --name value} is explained in the how-to "make-sequences".
 */
public final class SequenceJob {

    private static final ObjectMapper JSON = new ObjectMapper();

    private SequenceJob() {}

    public static void main(String[] arguments) throws Exception {
        JobSettings settings = JobSettings.of(arguments);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        build(environment, settings);
        environment.execute("plantgate sequences of " + settings.text("queue"));
    }

    /** The whole job: source, rule and sinks. */
    public static void build(StreamExecutionEnvironment environment, JobSettings settings) throws Exception {
        environment.enableCheckpointing(settings.number("checkpoint-millis"), CheckpointingMode.AT_LEAST_ONCE);
        build(source(environment, settings), settings);
    }

    /** The job behind its source. */
    public static void build(DataStream<Sample> samples, JobSettings settings) throws Exception {
        SingleOutputStreamOperator<Sample> firsts = firsts(samples, settings);
        firsts.sinkTo(sink(settings)).name("first arrivals").uid("first-arrivals");
        firsts.getSideOutput(StrictlyRising.NOTES)
                .sinkTo(notes(settings))
                .name("notes")
                .uid("notes");
    }

    /** First arrivals as messages. */
    public static Sink<Sample> queue(JobSettings settings) {
        return queue(settings, "first-queue", SAMPLE_FORMAT);
    }

    /** Duplicates, gaps, and what nobody can answer, as messages. */
    public static Sink<Note> notes(JobSettings settings) {
        return queue(settings, "notes-queue", NOTE_FORMAT);
    }

    private static <T> Sink<T> queue(JobSettings settings, String name, SerializationSchema<T> format) {
        return new RabbitMqQueue<>(
                settings.text("rabbitmq"), settings.text(name), settings.text("dead-letter-exchange"), format);
    }

    /** Messages of a queue, acknowledged when a checkpoint has completed. */
    public static DataStream<Sample> source(StreamExecutionEnvironment environment, JobSettings settings)
            throws Exception {
        RMQConnectionConfig connection = new RMQConnectionConfig.Builder()
                .setUri(settings.text("rabbitmq"))
                // Else a job over an empty queue would answer a stop only after half a minute.
                .setDeliveryTimeout(500)
                .build();
        // No correlation ids; and one consumer, so that an entity's messages are not overtaken on their way in.
        return environment
                .addSource(new QueuedSource(connection, settings))
                .setParallelism(1)
                .name(settings.text("queue"))
                .uid("source");
    }

    /** First arrivals, with notes on all else beside them. */
    public static SingleOutputStreamOperator<Sample> firsts(DataStream<Sample> samples, JobSettings settings) {
        SequenceRule rule = settings.rule();
        return samples.keyBy(sample -> sample.entity)
                .process(new StrictlyRising(rule, Duration.ofHours(settings.number("state-ttl-hours"))))
                .name("strictly rising")
                // Positions of another modulus say nothing: a savepoint of one is refused.
                .uid("strictly-rising" + (rule.modulus() == 0 ? "" : "-" + rule.modulus()));
    }

    private static Sink<Sample> sink(JobSettings settings) throws Exception {
        if (settings.text("jdbc-url").isEmpty()) {
            return queue(settings);
        }
        FirstArrivalsTable table = new FirstArrivalsTable(
                settings.text("jdbc-url"), settings.text("jdbc-user"), settings.text("jdbc-password"));
        table.create();
        return table;
    }

    /** The message as it came, inside what the job found out about it. */
    private static final SerializationSchema<Sample> SAMPLE_FORMAT = sample -> {
        Map<String, Object> fields = new TreeMap<>();
        fields.put("entity", sample.entity);
        fields.put("generation", sample.generation);
        fields.put("number", sample.number);
        fields.put("late", sample.late);
        putMessage(fields, sample.raw);
        return json(fields);
    };

    private static final SerializationSchema<Note> NOTE_FORMAT = note -> {
        Map<String, Object> fields = new TreeMap<>();
        fields.put("kind", note.kind);
        fields.put("entity", note.entity);
        fields.put("generation", note.generation);
        fields.put("from", note.from);
        fields.put("to", note.to);
        putMessage(fields, note.raw);
        return json(fields);
    };

    // What is no text is kept all the same.
    private static void putMessage(Map<String, Object> fields, byte[] raw) {
        String text = new String(raw, StandardCharsets.UTF_8);
        boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), raw);
        fields.put(isText ? "message" : "messageBase64", isText ? text : raw);
    }

    private static byte[] json(Map<String, Object> fields) {
        return JSON.valueToTree(fields).toString().getBytes(StandardCharsets.UTF_8);
    }
}
