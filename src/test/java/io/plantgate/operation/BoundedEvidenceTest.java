package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static io.plantgate.operation.OperationFixture.speed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said again and again counts up; the first words are kept, and the newest. */
class BoundedEvidenceTest {

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void aDeviceThatNeverStopsTalkingFillsNoRows() {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "stop"));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo("succeeded"));

        for (int i = 0; i < 50; i++) {
            say(node, "the same");
        }
        assertThat(site.rows.list("select evidence, times from operation_word")).containsExactly("the same 50");
        for (int i = 0; i < 200; i++) {
            say(node, "word " + i);
        }

        assertThat(site.rows.count("operation_word")).isEqualTo(Reports.WORDS_MAX);
        assertThat(site.rows.one("select sum(times) from operation_word")).isEqualTo("250");
        OperationStory story = node.story(shift("OP7"), 10).orElseThrow();
        assertThat(story.words()).hasSize(10);
        assertThat(story.words().get(0).evidence()).isEqualTo("the same");
        assertThat(story.words().get(0).times()).isEqualTo(50);
        assertThat(story.words().get(9).evidence()).isEqualTo("word 199");
        assertThat(story.words().get(9).lastAt()).isNotNull();
    }

    @Test
    void twoHundredContradictionsOfOneNameAreOneWorkItemWithTheirNumber() {
        Operations node = site.node("node-1");
        node.ask(request("OP7", "stop"));

        for (int i = 0; i < 200; i++) {
            contradict(node, speed(i));
        }
        contradict(node, speed(0));

        assertThat(site.rows.count("work_item where kind = 'OPERATION_CONFLICT'"))
                .isOne();
        assertThat(site.rows.count("operation_conflict")).isEqualTo(Asking.CONFLICTS_MAX);
        assertThat(site.rows.one("select sum(times) from operation_conflict")).isEqualTo("201");
    }

    private static void say(Operations node, String evidence) {
        node.reports().report("conveyor", "shift/OP7", new DeviceWord.Nothing(evidence));
    }

    private static void contradict(Operations node, JsonNode parameters) {
        assertThat(node.ask(request("shift", "OP7", "speed", parameters))).isInstanceOf(Asked.Conflict.class);
    }
}
