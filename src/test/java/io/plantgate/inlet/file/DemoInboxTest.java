package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.GatewayTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo site's inboxes in the whole gateway. */
class DemoInboxTest extends GatewayTest {

    @Test
    @Tag("E-09")
    void jsonLinesInTheInboxOfThePumpsAreDecided() throws IOException {
        String line = """
                {"source":"PUMP-INBOX/Trip","transitionId":"T%s","bootId":"B1","SourceTimestamp":"2026-03-02T08:00:12.120+08:00","v":1}
                """;
        Path inbox = dataDirectory().resolve("inbox/pumps");
        Path unfinished = Files.writeString(
                Files.createDirectories(inbox).resolve("inbox-test.jsonl.part"),
                line.formatted(1) + line.formatted(2) + line.formatted(1));
        Files.move(unfinished, inbox.resolve("inbox-test.jsonl"), StandardCopyOption.ATOMIC_MOVE);
        assertThat(decisionsOf("inbox-test.jsonl", 3)).containsExactly("CANONICAL", "CANONICAL", "DUPLICATE");
    }

    @Test
    @Tag("A03")
    void aCsvFileInTheInboxOfTheCellsIsDecided() throws IOException {
        Path inbox = Files.createDirectories(dataDirectory().resolve("inbox/cells"));
        Files.writeString(
                inbox.resolve("inbox-test.csv"),
                "\ufeffcell;channel;seq;boot;time;state;good;celsius;note\r\n"
                        + "INBOX-1;Count;41;B1;2026-03-02 08:00:00;RUN;1.234;21,5;\"stop\r\nthen run\"\r\n");
        assertThat(decisionsOf("inbox-test.csv", 1)).containsExactly("CANONICAL");
    }

    private List<String> decisionsOf(String fileName, int rows) {
        String sql = """
                select a.decision from arrival a join import i using (import_id)
                 where i.file_name = :fileName and i.state = 'DONE' order by a.import_row
                """;
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> sql().sql(sql)
                                .param("fileName", fileName)
                                .query(String.class)
                                .list(),
                        decisions -> decisions.size() == rows);
    }
}
