package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes in an inbox, decisions and rows out. */
class DroppedFileTest {

    private static final String TRIPS = """
            contract: transition
            format:
              type: csv
              delimiter: "%s"
              charset: %s
              decimalComma: true
            identity:
              source: /entity
              transitionId:
                column: seq
                type: digits
              bootId: /boot
            device: /entity
            payload:
              fields: [state, value]
            fields:
              state: text
              value: number
            """;

    private static final String HEADER = "seq;entity;boot;state;value\r\n";

    @TempDir
    private Path directory;

    private FileGateway gateway;

    @BeforeEach
    void prepare() throws IOException {
        gateway = new FileGateway(directory, Map.of("stream-bytes-max", "50000000", "retry-seconds", "1"))
                .with("trips", TRIPS.formatted(";", "UTF-8"))
                .with("gbk", TRIPS.formatted(";", "GBK"))
                .with("latin", TRIPS.formatted(";", "windows-1252"))
                .with("notes", TRIPS.formatted(",", "UTF-8"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    @Tag("E03")
    @Tag("E-05")
    void rowsAreDeDuplicatedAndNotFiles() throws Exception {
        gateway.start("node-1", "trips");
        gateway.drop("trips", "out.csv", HEADER + row(1) + row(2) + row(3));
        gateway.ended(1);
        gateway.drop("trips", "out (1).csv", HEADER + row(1) + row(2) + row(3));
        gateway.ended(2);
        gateway.drop("trips", "out.csv", HEADER + row(3) + row(4) + row(5) + row(6));
        assertThat(gateway.ended(3)).containsOnly("DONE");
        assertThat(gateway.decisionsOf(1)).hasSize(3).containsOnly("CANONICAL");
        assertThat(gateway.decisionsOf(2)).hasSize(3).containsOnly("DUPLICATE");
        assertThat(gateway.decisionsOf(3)).containsExactly("DUPLICATE", "CANONICAL", "CANONICAL", "CANONICAL");
        assertThat(gateway.names(gateway.inbox("trips").resolve("done")))
                .containsExactly("00000001__out.csv", "00000002__out (1).csv", "00000003__out.csv");
        assertThat(gateway.meters
                        .counter("plantgate.files", "inlet", "file:trips", "outcome", "done")
                        .count())
                .isEqualTo(3);
    }

    @Test
    @Tag("E01")
    void anEmptyFileIsAnArrivalOfItsOwn() throws Exception {
        gateway.start("node-1", "trips");
        gateway.drop("trips", "nothing.csv", "");
        assertThat(gateway.ended(1)).containsExactly("EMPTY");
        assertThat(gateway.rows.list("select decision, reason, raw_bytes, import_row from arrival"))
                .containsExactly("QUARANTINED EMPTY 0 1");
    }

    @Test
    @Tag("E01")
    void aCutOffLastRowIsKeptAndTheOthersAreJudged() throws Exception {
        gateway.start("node-1", "trips");
        gateway.drop("trips", "cut.csv", HEADER + row(1) + row(2) + "3;pump-3;B1;RU");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisionsOf(1)).startsWith("CANONICAL", "CANONICAL").hasSize(3);
        assertThat(gateway.decisionsOf(1).get(2)).isIn("QUARANTINED", "INCOMPLETE");
        assertThat(gateway.rows.one("select convert_from(raw, 'UTF8') from arrival where import_row = 3"))
                .isEqualTo("3;pump-3;B1;RU");
    }

    @Test
    @Tag("E02")
    void aFileThatFailedIsProcessedAgainWhenItIsDroppedUnderItsName() throws Exception {
        gateway.start("node-1", "trips");
        byte[] whole = gzip(HEADER + rows(1, 3000));
        gateway.drop("trips", "shift.csv.gz", Arrays.copyOf(whole, whole.length * 2 / 3));
        assertThat(gateway.ended(1)).containsExactly("FAILED");
        gateway.drop("trips", "shift.csv.gz", whole);
        assertThat(gateway.ended(2)).containsExactly("FAILED", "DONE");
        assertThat(gateway.rows.count("identity")).isEqualTo(3000);
        assertThat(gateway.names(gateway.inbox("trips").resolve("failed")))
                .containsExactly("00000001__shift.csv.gz", "00000001__shift.csv.gz.reason.txt");
    }

    @Test
    void rowsBeforeTheEndOfACutOffGzipAreDecidedAndTheReasonIsWrittenDown() throws Exception {
        gateway.start("node-1", "trips");
        byte[] whole = gzip(HEADER + rows(1, 3000));
        gateway.drop("trips", "shift.csv.gz", Arrays.copyOf(whole, whole.length * 2 / 3));
        gateway.ended(1);
        assertThat(gateway.rows.count("arrival where decision = 'CANONICAL'")).isBetween(1000L, 2999L);
        assertThat(gateway.rows.one("select reason from import")).contains("cut off");
        Path reason = gateway.inbox("trips").resolve("failed/00000001__shift.csv.gz.reason.txt");
        assertThat(reason).content().contains("Where: file:trips, import 1", "What: the gzip", "What to do:");
        assertThat(gateway.meters
                        .counter("plantgate.files", "inlet", "file:trips", "outcome", "failed")
                        .count())
                .isEqualTo(1);
    }

    @Test
    @Tag("A03")
    void aByteOrderMarkDoesNotHideTheFirstColumn() throws Exception {
        gateway.start("node-1", "trips");
        gateway.drop("trips", "bom.csv", "\ufeff" + HEADER + row(41));
        gateway.ended(1);
        assertThat(gateway.rows.list("select transition_id, decision from arrival"))
                .containsExactly("41 CANONICAL");
        assertThat(gateway.rows.one("select convert_from(header, 'UTF8') from import"))
                .contains("seq;entity");
    }

    @Test
    @Tag("A04")
    void textIsDecodedAsDeclaredAndNeverGuessed() throws Exception {
        gateway.start("node-1", "gbk", "latin", "trips");
        gateway.drop("gbk", "a.csv", HEADER + "1;设备;B1;RUN;1\r\n", Charset.forName("GBK"));
        gateway.ended(1);
        gateway.drop("latin", "b.csv", HEADER + "17;Straße-3;B1;RUN;1.234,5\r\n", Charset.forName("windows-1252"));
        gateway.ended(2);
        gateway.drop("trips", "c.csv", HEADER + "17;Straße-3;B1;RUN;1.234,5\r\n", Charset.forName("windows-1252"));
        gateway.ended(3);
        assertThat(gateway.rows.list("select source from canonical_event order by canonical_id"))
                .containsExactly("设备", "Straße-3");
        assertThat(gateway.rows.list("select decision, reason from arrival where import_id = 3"))
                .containsExactly("QUARANTINED NOT_DECODABLE");
        gateway.drop("trips", "d.csv", HEADER + "17;Straße-3;B1;RUN;1234,50\r\n");
        gateway.ended(4);
        assertThat(gateway.rows.one("select count(distinct payload_hash) from arrival where transition_id = '17'"))
                .isNotEqualTo("0");
    }

    @Test
    @Tag("A05")
    void quotesAndLineEndsInsideThemAreTheSameInBothLineEndings() throws Exception {
        gateway.with(
                "notes",
                TRIPS.formatted(",", "UTF-8")
                        .replace("fields: [state, value]", "fields: [state, note]")
                        .replace("value: number", "note: text"));
        gateway.start("node-1", "notes");
        String crlf = "seq,entity,boot,state,note\r\n5,\"line \"\"A\"\"\",B1,RUN,\"stop\r\nthen run\"\r\n";
        gateway.drop("notes", "crlf.csv", crlf);
        gateway.ended(1);
        gateway.drop("notes", "lf.csv", crlf.replace("\r\n", "\n"));
        gateway.ended(2);
        assertThat(gateway.decisionsOf(1)).containsExactly("CANONICAL");
        assertThat(gateway.decisionsOf(2)).containsExactly("DUPLICATE");
        assertThat(gateway.rows.one("select source from canonical_event")).isEqualTo("line \"A\"");
    }

    @Test
    @Tag("J03")
    void namesAreDataAndNothingOutsideTheInboxIsTouched() throws Exception {
        gateway.start("node-1", "trips");
        Path outside = Files.writeString(directory.resolve("inbox/x.csv"), HEADER + row(99));
        Path secret = Files.writeString(directory.resolve("secret.csv"), HEADER + row(98));
        Files.createSymbolicLink(gateway.inbox("trips").resolve("link.csv"), secret);
        gateway.drop("trips", "..\\x.csv", HEADER + row(1));
        gateway.drop("trips", "new\nline.csv", HEADER + row(2));
        gateway.drop("trips", "%2e%2e%2fetc%2fx.csv", HEADER + row(3));
        gateway.drop("trips", "${bean:exit}.csv", HEADER + row(4));
        assertThat(gateway.ended(4)).containsOnly("DONE");
        assertThat(gateway.rows.list("select file_name from import"))
                .containsExactlyInAnyOrder("..\\x.csv", "new\nline.csv", "%2e%2e%2fetc%2fx.csv", "${bean:exit}.csv");
        assertThat(gateway.rows.list("select transition_id from arrival"))
                .containsExactlyInAnyOrder("1", "2", "3", "4");
        assertThat(outside).hasContent(HEADER + row(99));
        assertThat(secret).hasContent(HEADER + row(98));
        assertThat(gateway.inbox("trips").resolve("link.csv")).isSymbolicLink();
        assertThat(gateway.names(directory.resolve("inbox/trips/done")))
                .hasSize(4)
                .allMatch(name -> name.matches("[\\w.]+"));
    }

    @Test
    @Tag("E01")
    void unfinishedNamesAreLeftAlone() throws Exception {
        gateway.start("node-1", "trips");
        for (String name : new String[] {"a.csv.tmp", "b.csv.part", "c.csv.filepart", "d.csv~", ".e.csv", "~f.csv"}) {
            Files.writeString(gateway.inbox("trips").resolve(name), HEADER + row(1));
        }
        gateway.drop("trips", "g.csv", HEADER + row(2));
        gateway.ended(1);
        assertThat(gateway.rows.list("select file_name from import")).containsExactly("g.csv");
        Files.move(
                gateway.inbox("trips").resolve("b.csv.part"),
                gateway.inbox("trips").resolve("b.csv"));
        gateway.ended(2);
        assertThat(gateway.rows.list("select transition_id from arrival order by 1"))
                .containsExactly("1", "2");
    }

    @Test
    @Tag("E01")
    void aDoneFileGoesWithItsFile() throws Exception {
        gateway.start("node-1");
        gateway.inbox("trips", Map.of("complete", "done-file"));
        Path file = Files.writeString(gateway.inbox("trips").resolve("a.csv"), HEADER + row(1));
        gateway.drop("trips", "other.csv.done", "");
        gateway.drop("trips", "a.csv.done", "");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(file).doesNotExist();
        assertThat(gateway.inbox("trips").resolve("a.csv.done")).doesNotExist();
        assertThat(gateway.decisionsOf(1)).containsExactly("CANONICAL");
    }

    @Test
    void aStepThatFailsSendsTheFileToFailedWithItsReason() throws Exception {
        gateway.start("node-1", "trips");
        byte[] notGzip = (HEADER + row(1)).getBytes(StandardCharsets.UTF_8);
        gateway.drop("trips", "named-wrongly.csv.gz", notGzip);
        assertThat(gateway.ended(1)).containsExactly("FAILED");
        assertThat(gateway.rows.one("select reason from import")).contains("gzip stream is damaged");
        assertThat(gateway.inbox("trips").resolve("failed/00000001__named-wrongly.csv.gz"))
                .hasBinaryContent(notGzip);
    }

    @Test
    void aFileLargerThanTheBoundFailsThere() throws Exception {
        gateway.start("node-1", "trips");
        byte[] large = new byte[50_000_001];
        Arrays.fill(large, (byte) '\n');
        System.arraycopy(HEADER.getBytes(StandardCharsets.UTF_8), 0, large, 0, HEADER.length());
        gateway.drop("trips", "large.csv", large);
        assertThat(gateway.ended(1)).containsExactly("FAILED");
        assertThat(gateway.rows.one("select reason from import")).contains("stream-bytes-max");
    }

    @Test
    void twoInboxesOfOneProfileNeedTwoNames() throws Exception {
        gateway.start("node-1", "trips");
        String second = directory.resolve("inbox/second").toString();
        assertThatThrownBy(() -> gateway.inbox("trips", Map.of("directory", second)))
                .rootCause()
                .hasMessageContaining("file:trips")
                .hasMessageContaining("parameter inlet");
    }

    @Test
    void whatAnotherNodeHadClaimedGoesOnWhereItIsMovedTo() throws Exception {
        gateway.start("node-1", "trips");
        gateway.drop("trips", "a.csv", HEADER + row(1));
        gateway.ended(1);
        gateway.stop();
        gateway.rows.execute("update import set state = 'RUNNING', node = 'node-0'");
        Path claimed = Files.createDirectories(gateway.inbox("trips").resolve("claimed/node-1"));
        Files.move(gateway.inbox("trips").resolve("done/00000001__a.csv"), claimed.resolve("00000001__a.csv"));
        gateway.start("node-1", "trips");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.rows.one("select node from import")).isEqualTo("node-1");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 1");
    }

    @Test
    void aClaimedFileThatTheStoreDoesNotKnowIsReadAsANewImport() throws Exception {
        Path claimed = Files.createDirectories(gateway.inbox("trips").resolve("claimed/node-1"));
        Files.writeString(claimed.resolve("00004711__a.csv"), HEADER + row(1));
        gateway.start("node-1", "trips");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.rows.one("select file_name from import")).isEqualTo("a.csv");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 1");
    }

    @Test
    void anAnnouncementWithoutAClaimIsTakenBackAndTheFileIsRead() throws Exception {
        gateway.rows.execute("""
                insert into import (inlet, node, profile, reading_digest, file_name, file_bytes, chunk_rows)
                values ('file:trips', 'node-1', 'trips', '', 'a.csv', 10, 500)""");
        gateway.drop("trips", "a.csv", HEADER + row(1));
        gateway.start("node-1", "trips");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.rows.one("select import_id from import")).isEqualTo("2");
    }

    @Test
    @Tag("C03")
    void anOutageOfTheStoreIsNoFailureOfTheFile() throws Exception {
        gateway.start("node-1", "trips");
        gateway.rows.execute("alter table import_chunk rename to import_chunk_away");
        gateway.drop("trips", "a.csv", HEADER + row(1));
        Path claimed = gateway.inbox("trips").resolve("claimed/node-1/00000001__a.csv");
        Awaitility.await().until(() -> Files.exists(claimed));
        Awaitility.await().during(Duration.ofMillis(1500)).until(() -> Files.exists(claimed));
        gateway.rows.execute("alter table import_chunk_away rename to import_chunk");
        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisions()).containsExactly("CANONICAL 1");
    }

    private static String row(int seq) {
        return seq + ";pump-3;B1;RUN;" + seq * 7919 % 10_007 + "\r\n";
    }

    private static String rows(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(DroppedFileTest::row).collect(Collectors.joining());
    }

    private static byte[] gzip(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
