package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Streams made to cost more than their length. */
class HostileFramingTest {

    private static final String IDENTITY = """
            contract: transition
            identity: { source: /entity, transitionId: /seq, bootId: { fact: file } }
            """;

    private static final CsvDialect COMMAS =
            new CsvDialect(StandardCharsets.UTF_8, ',', '"', false, List.of("seq", "entity"), true);

    @Test
    @Tag("A05")
    void strayQuotesAreReadAgainABoundedNumberOfTimes() throws IOException {
        for (String line : List.of("a\",\"\n", "a,b,\"\n", "\",a\n", "\"\"\"\n", "a,\"\"\"\"\"\n", "\",\"\",\n")) {
            byte[] bytes = Readings.utf8(line.repeat(2_000_000 / line.length()));
            ByteFeed feed = new ByteFeed(new ByteArrayInputStream(bytes));
            CsvRows rows = new CsvRows(feed, COMMAS, Bounds.DEFAULT, true);
            long count = 0;
            while (rows.next() != null) {
                count++;
            }
            assertThat(count).as(line).isPositive();
            assertThat(feed.bytesUnread()).as(line).isLessThanOrEqualTo(101L * bytes.length);
        }
    }

    @Test
    @Tag("A05")
    void aRowWithTooManyColumnsIsGivenUpAtOnce() throws IOException {
        byte[] bytes = Readings.utf8("a\",\"\n".repeat(400_000));
        ByteFeed feed = new ByteFeed(new ByteArrayInputStream(bytes));
        CsvRows rows = new CsvRows(feed, COMMAS, Bounds.DEFAULT, true);
        while (rows.next() != null) {
            assertThat(feed.bytesUnread()).isLessThanOrEqualTo(2L * bytes.length);
        }
    }

    @Test
    @Tag("A05")
    void aQuotedFieldMaySpanSoManyLinesAndNoMore() {
        Profile profile = Readings.profile(IDENTITY + "format: csv\nbounds: { quotedLinesMax: 3 }\n");
        List<Reading> fits = Readings.readings(profile, "seq,entity,note\n1,p,\"a\nb\nc\"\n2,p,d\n");
        assertThat(fits).hasSize(2);
        assertThat(fits).allMatch(io.plantgate.event.Event.class::isInstance);
        List<Reading> over = Readings.readings(profile, "seq,entity,note\n1,p,\"a\nb\nc\nd\"\n2,p,d\n");
        assertThat(Readings.refusal(over.get(0))).isEqualTo(ReasonCode.UNCLOSED_QUOTE);
        assertThat(Readings.event(over.get(over.size() - 1)).identity().transitionId())
                .isEqualTo("2");
    }

    @Test
    void linesPutBackAcrossBuffersAreTheSame() throws IOException {
        String lines =
                IntStream.range(0, 40_000).mapToObj(i -> "\"" + i + ",x\n").collect(Collectors.joining());
        ByteFeed feed = new ByteFeed(new ByteArrayInputStream(Readings.utf8(lines)));
        CsvRows rows = new CsvRows(feed, COMMAS, Bounds.DEFAULT, true);
        StringBuilder read = new StringBuilder();
        for (RawItem row = rows.next(); row != null; row = rows.next()) {
            read.append(new String(row.raw().kept(), StandardCharsets.UTF_8)).append('\n');
        }
        assertThat(read.toString()).isEqualTo(lines);
    }

    @Test
    void depthOfAnElementCostsNoMemory() throws IOException {
        JsonArray array = new JsonArray(new ByteFeed(new Brackets(64 << 20)), Bounds.DEFAULT);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        RawItem deep = array.next();
        assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(2L << 20);
        assertThat(deep.raw().truncated()).isTrue();
    }

    @Test
    void behindATooDeepElementTheNextIsRead() {
        Profile profile = Readings.profile(Readings.TRANSITION);
        String deep = "[".repeat(1000) + "]".repeat(1000);
        String good = "{\"source\":\"a\",\"transitionId\":\"1\",\"bootId\":\"b\"}";
        List<Reading> readings = Readings.readings(profile, "[" + deep + "," + good + "]");
        assertThat(readings).hasSize(2);
        assertThat(Readings.refusal(readings.get(0))).isEqualTo(ReasonCode.TOO_DEEP);
        assertThat(Readings.event(readings.get(1)).identity().source()).isEqualTo("a");
    }

    /** Opening brackets, made while they are read. */
    private static final class Brackets extends InputStream {

        private int left;

        Brackets(int count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? '[' : -1;
        }

        @Override
        public int read(byte[] buffer, int from, int count) {
            int given = Math.min(left, count);
            Arrays.fill(buffer, from, from + given, (byte) '[');
            left -= given;
            return given == 0 ? -1 : given;
        }
    }
}
