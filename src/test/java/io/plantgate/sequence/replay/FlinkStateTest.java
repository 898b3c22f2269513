package io.plantgate.sequence.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.sequence.SequenceRule;
import io.plantgate.sequence.flink.JobSettings;
import io.plantgate.sequence.flink.SequenceJob;
import io.plantgate.sequence.flink.StrictlyRising;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the job keeps: over a stop, over silence, and of messages that nobody can answer. */
class FlinkStateTest extends OnFlink {

    @Test
    void aJobThatIsStoppedWithASavepointGoesOnWithWhatItKnew() throws Exception {
        cluster.submit(job(settings()));
        publish(fixes(1, 50));
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 50);
        String savepoint = cluster.stopWithSavepoint(directory);
        publish(fixes(31, 80));

        cluster.resume(job(settings()), savepoint);

        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.notes") == 20);
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 80);
        assertThat(drain("sequences.notes")).allMatch(note -> kind(note).equals("DUPLICATE"));
        assertThat(drain("sequences.first").stream().distinct()).hasSize(80);
        assertThat(channel.messageCount("sequences")).isZero();
    }

    @Test
    void whatASilentEntitySendsAgainIsNeverTakenForNew() throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(1);
        environment.enableCheckpointing(300);
        var firsts = SequenceJob.source(environment, settings())
                .keyBy(sample -> sample.entity)
                .process(new StrictlyRising(SequenceRule.of(0), Duration.ofMillis(500)));
        firsts.sinkTo(SequenceJob.queue(settings()));
        firsts.getSideOutput(StrictlyRising.NOTES).sinkTo(SequenceJob.notes(settings()));
        cluster.submit(environment);
        List<String> notes = new ArrayList<>();
        publish(fixes(1, 200));
        awaitNote(notes, "SILENT", 200);

        publish(List.of(fix(150), fix(100), fix(201)));
        awaitNote(notes, "SILENT", 201);

        assertThat(notes.stream().filter(note -> !kind(note).equals("SILENT")).map(FlinkStateTest::kind))
                .containsExactly("DUPLICATE", "TOO_OLD_TO_TELL");
        assertThat(drain("sequences.first")).hasSize(201);
    }

    @Test
    @Tag("G01")
    @Tag("G05")
    void numbersThatStartAgainAndGenerationsThatInterleaveAreToldApart() throws Exception {
        cluster.submit(job(settings("--modulus", "256", "--generation", "/boot")));
        String[] sent = {"b1 254", "b1 0", "b2 1", "b1 1", "b2 2", "b1 255", "b1 254", "b2 1", "b1 100"};
        publish(Stream.of(sent)
                .map(one -> one.split(" "))
                .map(one -> "{\"drone_id\":\"D\",\"boot\":\"%s\",\"seq\":%s}".formatted(one[0], one[1]))
                .toList());

        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.notes") == 6);
        assertThat(drain("sequences.notes").stream().map(FlinkStateTest::kind))
                .containsExactly(
                        "GAP_OPENED", "GENERATION_CHANGED", "GAP_CLOSED", "DUPLICATE", "DUPLICATE", "TOO_OLD_TO_TELL");
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 6);
        assertThat(drain("sequences.first").stream()
                        .map(first -> first.replaceAll(
                                ".*\"generation\":\"(\\w+)\".*\"late\":(\\w+),.*\"number\":(\\d+).*", "$1 $3 $2")))
                .containsExactly("b1 254 false", "b1 0 false", "b2 1 false", "b1 1 true", "b2 2 false", "b1 255 true");
    }

    @Test
    void aQueueOfAnotherTypeIsTakenAsItIs() throws Exception {
        String quorum = "sequences.quorum";
        channel.queueDeclare(quorum, true, false, false, Map.of("x-queue-type", "quorum"));
        cluster.submit(job(settings("--queue", quorum)));
        channel.basicPublish("", quorum, null, fix(1).getBytes());

        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.first") == 1);
    }

    @Test
    void whatIsNoNumberIsKeptBesideTheFirsts() throws Exception {
        cluster.submit(job(settingsOfTable()));
        publish(List.of(
                fix(1),
                fix(4),
                "{\"drone_id\":\"D\",\"seq\":-1}",
                "{\"drone_id\":\"D\",\"seq\":1.5}",
                "{\"drone_id\":\"D\",\"seq\":\"x\"}",
                "{\"drone_id\":\"D\"}",
                "{\"seq\":1}",
                "{",
                "{\"drone_id\":\"D\",\"seq\":1,\"seq\":2}",
                "{\"drone_id\":\"D\",\"seq\":9223372036854775808}",
                "{\"drone_id\":\"D\\u0000\",\"seq\":1}",
                "{\"drone_id\":\"\\ud83d\",\"seq\":1}",
                "{\"drone_id\":\"" + "D".repeat(1 << 20) + "\",\"seq\":1}",
                fix(4),
                fix(3),
                fix(2),
                "{\"drone_id\":\"\uD83D\uDE81\",\"seq\":1}"));

        awaitRows(5);
        await().atMost(WITHIN).until(() -> channel.messageCount("sequences.notes") == 14);
        assertThat(drain("sequences.notes").stream().map(FlinkStateTest::kind).toList())
                .containsExactly(
                        "GAP_OPENED",
                        "IDENTITY_NOT_DIGITS",
                        "IDENTITY_NOT_DIGITS",
                        "IDENTITY_NOT_DIGITS",
                        "MISSING_SEQUENCE_NUMBER",
                        "MISSING_SOURCE",
                        "MALFORMED",
                        "MALFORMED",
                        "SEQUENCE_NUMBER_OUT_OF_RANGE",
                        "IDENTITY_CONTROL_CHARACTER",
                        "IDENTITY_FORBIDDEN_CHARACTER",
                        "IDENTITY_TOO_LONG",
                        "DUPLICATE",
                        "GAP_CLOSED");
    }

    private StreamExecutionEnvironment job(JobSettings settings) throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(1);
        SequenceJob.build(environment, settings);
        return environment;
    }

    private void awaitNote(List<String> notes, String kind, long number) {
        await().atMost(WITHIN).until(() -> {
            notes.addAll(drain("sequences.notes"));
            return notes.stream()
                    .anyMatch(note -> kind(note).equals(kind) && note.contains("\"from\":" + number + ","));
        });
    }

    private static List<String> fixes(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(OnFlink::fix).toList();
    }

    private static String kind(String note) {
        return note.replaceAll(".*\"kind\":\"(\\w+)\".*", "$1");
    }
}
