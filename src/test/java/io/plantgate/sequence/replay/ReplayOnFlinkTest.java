package io.plantgate.sequence.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.ledger.Verdict;
import io.plantgate.sequence.flink.FirstArrivalsTable;
import io.plantgate.sequence.flink.Sample;
import io.plantgate.sequence.flink.SequenceJob;
import io.plantgate.sequence.flink.StrictlyRising;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an at-least-once source replays after a failure, on a cluster in this JVM and a real RabbitMQ. */
class ReplayOnFlinkTest extends OnFlink {

    private static final int ENTITIES = Integer.getInteger("flink.entities", 200);
    private static final int NUMBERS = 20;

    @Test
    @Tag("Q-01")
    @Tag("Q-02")
    @Tag("Q-04")
    @Tag("Q-05")
    @Tag("Q-15")
    @Tag("Q-21")
    void afterACheckpointAt100TheMessages101To105ComeAgainAndAreDrawnOnce() throws Exception {
        // The job makes it, in the way in which the gateway would.
        channel.queueDelete("sequences.first");
        cluster.submit(job(Duration.ofHours(1), true));
        fly(1, 100);
        awaitRows(100);
        cluster.checkpoint();
        fly(101, 105);
        awaitRows(105);
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 105);

        cluster.killTaskManager();
        cluster.killTaskManager();
        await().atMost(WITHIN).until(() -> Faults.PASSED.get() == 110);
        fly(106, 110);
        awaitRows(110);
        cluster.checkpoint();

        assertThat(rows.list("select number from sequence_first order by number"))
                .containsExactlyElementsOf(numbers(1, 110));
        // The state went back to 100 together with the source: what the rule hands on it hands on again.
        assertThat(Emitted.NUMBERS).containsSequence(100L, 101L, 102L, 103L, 104L, 105L, 101L);
        assertThat(track()).containsExactlyElementsOf(numbers(1, 110));
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 115);
        throughTheGateway(115);
        Comparison compared = Comparison.of(sent(1, 110), recorded(Verdict.CANONICAL));
        System.out.printf(
                "Flink, the story: checkpoint at 100, handed on to 105, TaskManagers killed, handed on %d times; in the gateway's"
                        + " ledger: %s, %d duplicates%n",
                Emitted.NUMBERS.size(), compared, recorded(Verdict.DUPLICATE).size());
        assertThat(compared.isEqual()).as(compared.toString()).isTrue();
        assertThat(recorded(Verdict.DUPLICATE)).containsExactlyElementsOf(sent(101, 105));
    }

    @Test
    @Tag("Q-11")
    @Tag("Q-14")
    @Tag("Q-17")
    void whateverFailsBetweenCheckpointsTheOutputIsTheSetOfDistinctNumbers() throws Exception {
        Faults.inject(3, (long) ENTITIES * NUMBERS / 4);
        cluster.submit(job(Duration.ofMillis(300), false));
        long seed = Long.getLong("seed", System.nanoTime());
        List<String> messages = shuffledAndRepeated(new Random(seed));
        int half = messages.size() / 2;
        publish(messages.subList(0, half));
        await().atMost(WITHIN).until(() -> rows.count("sequence_first") > ENTITIES * NUMBERS / 4);
        cluster.killTaskManager();
        publish(messages.subList(half, messages.size()));
        await().atMost(WITHIN).until(() -> rows.count("sequence_first") > ENTITIES * NUMBERS / 4 * 3);
        cluster.resume(job(Duration.ofMillis(300), false), cluster.killJob());

        awaitRows((long) ENTITIES * NUMBERS);
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences") == 0);
        Comparison compared = Comparison.of(allNumbers(), rows.list("select entity, number from sequence_first"));
        System.out.printf(
                "Flink: %,d messages of %,d entities, 3 faults, a killed TaskManager and a killed job, %,d passed: %s, seed %d%n",
                messages.size(), ENTITIES, Faults.PASSED.get(), compared, seed);
        assertThat(compared.isEqual()).as("seed " + seed + ": " + compared).isTrue();
        assertThat(Faults.LEFT.get()).isNotPositive();
    }

    /** The job with faults in it, and a table; with a queue for the gateway too. */
    private StreamExecutionEnvironment job(Duration between, boolean withQueue) throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(withQueue ? 1 : 2);
        environment.enableCheckpointing(between.toMillis(), CheckpointingMode.AT_LEAST_ONCE);
        DataStream<Sample> samples = SequenceJob.source(environment, settings()).map(new Faults());
        SingleOutputStreamOperator<Sample> firsts = SequenceJob.firsts(samples, settings());
        FirstArrivalsTable table = new FirstArrivalsTable(database.url(), "postgres", "");
        table.create();
        // Without a checkpoint in between only a full buffer would be written.
        firsts.map(new Emitted()).sinkTo(withQueue ? table.writingAtOnce() : table);
        if (withQueue) {
            firsts.sinkTo(SequenceJob.queue(settings()));
        }
        firsts.getSideOutput(StrictlyRising.NOTES).sinkTo(SequenceJob.notes(settings()));
        return environment;
    }

    private void fly(int from, int to) throws Exception {
        publish(LongStream.rangeClosed(from, to)
                .mapToObj(ReplayOnFlinkTest::fix)
                .toList());
    }

    private static List<String> shuffledAndRepeated(Random random) {
        List<String> all = new ArrayList<>();
        for (int from = 0; from < NUMBERS; from += 5) {
            List<String> wave = new ArrayList<>();
            for (int entity = 0; entity < ENTITIES; entity++) {
                for (int number = from; number < from + 5; number++) {
                    String message = "{\"drone_id\":\"E-%d\",\"seq\":%d}".formatted(entity, number);
                    wave.addAll(Collections.nCopies(1 + random.nextInt(3), message));
                }
            }
            Collections.shuffle(wave, random);
            all.addAll(wave);
        }
        return all;
    }

    /** As a map draws it: point after point, none twice and none back. */
    private List<String> track() {
        List<String> drawn = rows.list(
                "select (convert_from(raw, 'UTF8')::jsonb ->> 'seq') from sequence_first where entity = 'D-1' order by number");
        assertThat(rows.count("sequence_first where late")).isZero();
        return drawn;
    }

    private static List<String> sent(long from, long to) {
        return numbers(from, to).stream().map(number -> "D-1 " + number).toList();
    }

    private static List<String> allNumbers() {
        return IntStream.range(0, ENTITIES * NUMBERS)
                .mapToObj(i -> "E-%d %d".formatted(i / NUMBERS, i % NUMBERS))
                .toList();
    }

    private static List<String> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Long::toString).toList();
    }

    /** A gateway with the profile and the route that the how-to prints reads the job's queue, in which some stand twice. */
    private void throughTheGateway(long messages) throws Exception {
        try (QueueGateway gateway = new QueueGateway(directory, database.url(), rabbit.port())
                .asPrinted("results.profile.yaml")
                .asPrinted("results.camel.yaml")) {
            gateway.start();
            await().atMost(WITHIN).until(() -> rows.count("arrival") == messages);
        }
    }

    private List<String> recorded(Verdict decision) {
        return rows.list(
                "select substr(s.source, length('sequence:') + 1), a.transition_id from arrival a"
                        + " join source s using (source_id) where a.decision::text = ? order by a.arrival_id",
                decision.name());
    }
}
