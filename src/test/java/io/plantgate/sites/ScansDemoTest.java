package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.testing.GatewayTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** One scan that comes by queue, by file and by HTTP at the demo site is one scan. */
class ScansDemoTest extends GatewayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CODE = "09501234500171";

    @Autowired
    private RabbitTemplate broker;

    private final String run = UUID.randomUUID().toString();

    @Test
    @Tag("S-40")
    @Tag("S-47")
    @Tag("S-51")
    void aHalfRepeatedBatchFromAQueueIsJudgedRowByRowAndEachScanIsWorkedOnOnce() {
        awaitHealthy();
        for (int i = 0; i < 3; i++) {
            publish(i);
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(states()).hasSize(3).containsOnly("accepted completed ok"));
        for (int i = 0; i < 5; i++) {
            publish(i);
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(arrivals()).hasSize(8));

        assertThat(states()).hasSize(5).containsOnly("accepted completed ok");
        assertThat(arrivals()).filteredOn("duplicate"::equals).hasSize(3);
        JsonNode repeat = post(scan(0));
        assertThat(repeat.get("eventId").asLong()).isEqualTo(eventId(0));
    }

    @Test
    @Tag("S-53")
    void whoNamesAQueueHearsThereWhatHttpWouldHaveAnswered() {
        awaitHealthy();
        String answers = "scan-answers." + run;
        broker.execute(channel -> channel.queueDeclare(answers, true, false, false, null));
        for (int i = 0; i < 2; i++) {
            broker.convertAndSend("plant", "scans.demo", scan(0), message -> {
                message.getMessageProperties().setReplyTo(answers);
                message.getMessageProperties().setCorrelationId("c-1");
                return message;
            });
        }
        Message first = broker.receive(answers, PATIENCE.toMillis());
        Message second = broker.receive(answers, PATIENCE.toMillis());

        assertThat(first).isNotNull();
        assertThat(second).isNotNull();
        assertThat(second.getBody()).isEqualTo(first.getBody());
        assertThat(first.getMessageProperties().getCorrelationId()).isEqualTo("c-1");
        assertThat(first.getMessageProperties().<Integer>getHeader("status")).isEqualTo(201);
        assertThat(List.<Object>of(
                        first.getMessageProperties().getHeader("replayed"),
                        second.getMessageProperties().getHeader("replayed")))
                .containsExactlyInAnyOrder(false, true);
    }

    @Test
    void aReadersLogIsReadAndWhatTheHandheldPostedBeforeIsARepeat() throws IOException {
        JsonNode posted = post(scan(7));
        // A reader's log has columns that a handheld leaves out, and its own notation of times.
        String header = "idempotency_key,scan_barcode,scan_action,device_id,bind_lot,operator_id,capture_time\r\n";
        String row = "%s-%d,%s,pick,PDA-%s,,\"\",2026-03-02T09:00:1%d.18+01:00\r\n";
        Path inbox = Files.createDirectories(dataDirectory().resolve("inbox/scans"));
        Path unfinished = Files.writeString(
                inbox.resolve(run + ".csv.part"),
                header
                        + row.formatted(run, 7, CODE, run, 7)
                        + row.formatted(run, 8, CODE, run, 8)
                        + row.formatted(run, 8, CODE, run, 8));
        Files.move(unfinished, inbox.resolve(run + ".csv"), StandardCopyOption.ATOMIC_MOVE);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(arrivals()).hasSize(4));
        assertThat(arrivals()).containsExactlyInAnyOrder("accepted", "accepted", "duplicate", "duplicate");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(states()).hasSize(2).containsOnly("accepted completed ok"));
        assertThat(eventId(7)).isEqualTo(posted.get("eventId").asLong());
    }

    private void publish(int i) {
        broker.convertAndSend("plant", "scans.demo", scan(i));
    }

    private String scan(int i) {
        return """
                {"idempotency_key":"%s-%d","scan_barcode":"%s","scan_action":"pick","device_id":"PDA-%s","capture_time":"2026-03-02T08:00:1%d.180Z"}""".formatted(run, i, CODE, run, i);
    }

    private JsonNode post(String scan) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_JSON);
        return as("pda-1").postForObject("/api/scans", new HttpEntity<>(scan, headers), JsonNode.class);
    }

    private List<String> states() {
        return sql().sql(
                        "select dedup_status || ' ' || processing_status || ' ' || coalesce(scan_result, '-') from scan_event"
                                + " where device_id = ?")
                .param("PDA-" + run)
                .query(String.class)
                .list();
    }

    private List<String> arrivals() {
        return sql().sql(
                        "select a.dedup_status from scan_arrival a join scan_event e using (scan_id) where e.device_id = ?")
                .param("PDA-" + run)
                .query(String.class)
                .list();
    }

    private long eventId(int i) {
        return sql().sql("select scan_id from scan_event where idempotency_key = ?")
                .param(run + "-" + i)
                .query(Long.class)
                .single();
    }

    private void awaitHealthy() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(as("viewer").getForObject("/actuator/health", String.class))
                        .contains("\"amqp:scans\":\"consumes"));
    }
}
