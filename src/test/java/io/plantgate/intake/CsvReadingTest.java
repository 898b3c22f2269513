package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CsvReadingTest {

    private static final String IDENTITY = """
            contract: transition
            identity: { source: /entity, transitionId: { column: seq, type: digits }, bootId: { fact: file } }
            """;

    private final Profile profile = Readings.profile(IDENTITY + "format: csv");
    private final Profile semicolon = Readings.profile(IDENTITY + "format: { type: csv, delimiter: ';' }");

    @Test
    @Tag("A03")
    void byteOrderMarkIsNoPartOfTheFirstColumnsName() {
        byte[] bytes = Readings.hex(
                "efbbbf" + java.util.HexFormat.of().formatHex(Readings.utf8("seq;entity;state\r\n41;pump-3;RUN\r\n")));
        List<Arrival> arrivals = Readings.stream(semicolon, bytes);
        assertThat(arrivals).hasSize(1);
        assertThat(Readings.event(arrivals.get(0).reading()).identity().transitionId())
                .isEqualTo("41");
        assertThat(arrivals.get(0).delivery().raw().kept()).isEqualTo(Readings.utf8("41;pump-3;RUN"));
        assertThat(arrivals.get(0).delivery().facts()).containsEntry("row", "1");
        byte[] quoted = Readings.hex(
                "efbbbf" + java.util.HexFormat.of().formatHex(Readings.utf8("\"seq\";entity\n41;pump-3\n")));
        assertThat(Readings.stream(semicolon, quoted).get(0).reading()).isInstanceOf(Event.class);
    }

    @Test
    @Tag("A04")
    void textIsReadInTheDeclaredCharsetAndNeverGuessed() {
        byte[] row = ("seq,entity,state\n1,设备,RUN\n").getBytes(Charset.forName("GBK"));
        Profile gbk = Readings.profile(IDENTITY + "format: { type: csv, charset: GBK }");
        assertThat(Readings.event(Readings.stream(gbk, row).get(0).reading())
                        .identity()
                        .source())
                .isEqualTo("设备");
        assertThat(Readings.refusal(Readings.stream(profile, row).get(0).reading()))
                .isEqualTo(ReasonCode.NOT_DECODABLE);
    }

    @Test
    @Tag("A04")
    void decimalCommaIsReadWhereItIsDeclared() {
        Profile street = Readings.profile(IDENTITY + """
                format: { type: csv, charset: windows-1252, delimiter: ';', decimalComma: true, columns: [entity, seq, v] }
                fields: { v: number }
                """);
        byte[] bytes = "Stra\u00DFe-3;17;1.234,5\n".getBytes(Charset.forName("windows-1252"));
        Event event = Readings.event(Readings.stream(street, bytes).get(0).reading());
        assertThat(event.identity().source()).isEqualTo("Straße-3");
        KeptArrival kept = new KeptArrival(bytes, null, Map.of(), street.version(), null);
        assertThat(street.fields(kept)).containsEntry("v", "1234.5");
        byte[] point = Readings.utf8("p;17;1,234.5\n");
        assertThat(Readings.refusal(Readings.stream(street, point).get(0).reading()))
                .isEqualTo(ReasonCode.FIELD_TYPE);
    }

    @Test
    @Tag("A05")
    void lineEndInsideQuotesIsOneHoweverItIsWritten() {
        String text = "seq,entity,note\r\n5,\"line \"\"A\"\"\",\"stop\r\nthen run\"\r\n";
        Event windows = Readings.event(only(text));
        Event unix = Readings.event(only(text.replace("\r\n", "\n")));
        assertThat(windows.identity().source()).isEqualTo("line \"A\"");
        assertThat(unix).isEqualTo(windows);
        assertThat(Readings.event(only(text.replace("then", "than"))).payload()).isNotEqualTo(windows.payload());
    }

    @Test
    void rowsAreReadOneByOneAndAWrongNumberOfColumnsSpoilsOneRow() {
        List<Reading> readings = Readings.readings(profile, "seq,entity\n1,a\n2,a,x\n\n3\n4,a\n");
        assertThat(readings).hasSize(4);
        assertThat(Readings.event(readings.get(0)).identity().transitionId()).isEqualTo("1");
        assertThat(Readings.refusal(readings.get(1))).isEqualTo(ReasonCode.COLUMN_COUNT);
        assertThat(Readings.refusal(readings.get(2))).isEqualTo(ReasonCode.COLUMN_COUNT);
        assertThat(Readings.event(readings.get(3)).identity().transitionId()).isEqualTo("4");
    }

    @Test
    void aStrayQuoteSpoilsItsOwnLineOnly() {
        for (String next : List.of("2,b\n3,c\n", "2,\"b\"\n3,c\n", "2,\"b\n3,c\n", "2,\"\"\n3,c\n")) {
            List<Arrival> arrivals = Readings.stream(profile, Readings.utf8("seq,entity\n1,\"a\n" + next));
            assertThat(arrivals).as(next).hasSize(3);
            assertThat(Readings.refusal(arrivals.get(0).reading())).as(next).isEqualTo(ReasonCode.UNCLOSED_QUOTE);
            assertThat(arrivals.get(0).delivery().raw().kept()).isEqualTo(Readings.utf8("1,\"a"));
            assertThat(Readings.event(arrivals.get(2).reading()).identity().transitionId())
                    .isEqualTo("3");
        }
        List<Reading> behind = Readings.readings(profile, "seq,entity\n1,\"a\"x\n2,b\n");
        assertThat(Readings.refusal(behind.get(0))).isEqualTo(ReasonCode.MALFORMED);
        assertThat(behind.get(1)).isInstanceOf(Event.class);
    }

    @Test
    @Tag("E01")
    void lastRowWithoutLineEndMayHaveBeenCutOff() {
        List<Reading> cut = Readings.readings(profile, "seq,entity\n1,a\n2,b");
        assertThat(cut.get(0)).isInstanceOf(Event.class);
        assertThat(Readings.refusal(cut.get(1))).isEqualTo(ReasonCode.LAST_ROW_UNTERMINATED);
        assertThat(((Undecodable) cut.get(1)).reason().detail()).contains("finalNewline: optional");
        Profile optional = Readings.profile(IDENTITY + "format: { type: csv, finalNewline: optional }");
        assertThat(Readings.readings(optional, "seq,entity\n1,a\n2,b")).allMatch(Event.class::isInstance);
    }

    @Test
    @Tag("E01")
    void emptyStreamIsOneArrival() {
        assertThat(Readings.refusal(only(""))).isEqualTo(ReasonCode.EMPTY);
        assertThat(Readings.refusal(only("seq,entity\n"))).isEqualTo(ReasonCode.EMPTY);
        assertThat(Readings.refusal(only("seq,entity"))).isEqualTo(ReasonCode.EMPTY);
    }

    @Test
    void unusableHeaderSpoilsEveryRowAndLosesNone() {
        List<Reading> twice = Readings.readings(profile, "seq,seq\n1,a\n2,b\n");
        assertThat(twice).hasSize(2).allMatch(reading -> Readings.refusal(reading) == ReasonCode.DUPLICATE_KEY);
        List<Reading> unclosed = Readings.readings(profile, "seq,\"entity\n1,a\n2,b\n");
        assertThat(unclosed).hasSize(3).noneMatch(Event.class::isInstance);
    }

    @Test
    void keptRowIsReadAgainWithItsHeader() {
        byte[] bytes = Readings.utf8("seq,entity,v\n1,\"a\",7\n");
        ArrivalStream arrivals = profile.stream(
                new java.io.ByteArrayInputStream(bytes),
                Framing.OF_THE_PROFILE,
                new StreamOrigin(Readings.ARRIVED, "file:in", Map.of("file", "a.csv"), null));
        Arrival first = arrivals.next();
        byte[] header = arrivals.header().orElseThrow();
        assertThat(header).isEqualTo(Readings.utf8("seq,entity,v"));
        Event event = Readings.event(first.reading());
        KeptArrival kept = new KeptArrival(
                first.delivery().raw().kept(), header, first.delivery().facts(), profile.version(), event.identity());
        assertThat(new ProfileRereading().reread(kept, profile.version())).contains(event.payload());
        assertThat(profile.fields(kept)).isEqualTo(Map.of("v", "7"));
    }

    @Test
    void singleItemHoldsItsHeaderAndOneRow() {
        Reading one = profile.read(Readings.delivery(Readings.utf8("seq,entity\n1,a\n"), Map.of("file", "b")))
                .reading();
        assertThat(Readings.event(one).identity().source()).isEqualTo("a");
        assertThat(Readings.refusal(Readings.read(profile, "seq,entity\n1,a\n2,b\n")))
                .isEqualTo(ReasonCode.TRAILING_CONTENT);
    }

    @Test
    @Tag("A13")
    void lineOf200MegabytesStreamsThroughAsPrefixAndHash() throws IOException {
        int length = 200_000_000;
        InputStream in = new HugeLine(length);
        StreamOrigin origin = new StreamOrigin(Readings.ARRIVED, "file:in", Map.of("file", "f"), null);
        try (ArrivalStream arrivals = profile.stream(in, Framing.OF_THE_PROFILE, origin)) {
            Arrival huge = arrivals.next();
            assertThat(Readings.refusal(huge.reading())).isEqualTo(ReasonCode.TOO_LARGE);
            assertThat(huge.delivery().raw().length()).isEqualTo(length);
            assertThat(huge.delivery().raw().kept()).hasSize(4096);
            assertThat(huge.delivery().raw().sha256()).isEqualTo(hashOfXs(length));
            assertThat(Readings.event(arrivals.next().reading()).identity().transitionId())
                    .isEqualTo("2");
            assertThat(arrivals.hasNext()).isFalse();
        }
    }

    private static byte[] hashOfXs(int length) {
        java.security.MessageDigest digest = RawBytes.newSha256();
        byte[] xs = new byte[1_000_000];
        Arrays.fill(xs, (byte) 'x');
        for (int i = 0; i < length / xs.length; i++) {
            digest.update(xs);
        }
        return digest.digest();
    }

    private Reading only(String text) {
        List<Reading> readings = Readings.readings(profile, text);
        assertThat(readings).hasSize(1);
        return readings.get(0);
    }

    /** A header, one line of that many x, one good row; made while it is read. */
    private static final class HugeLine extends InputStream {

        private static final byte[] BEFORE = Readings.utf8("seq,entity\n");
        private static final byte[] BEHIND = Readings.utf8("\n2,b\n");
        private final int length;
        private int at;

        HugeLine(int length) {
            this.length = length;
        }

        @Override
        public int read() {
            int index = at++;
            if (index < BEFORE.length) {
                return BEFORE[index];
            }
            int behind = index - BEFORE.length - length;
            return behind < 0 ? 'x' : behind < BEHIND.length ? BEHIND[behind] : -1;
        }

        @Override
        public int read(byte[] buffer, int from, int count) {
            int rest = length + BEFORE.length - at;
            if (at >= BEFORE.length && rest > count) {
                Arrays.fill(buffer, from, from + count, (byte) 'x');
                at += count;
                return count;
            }
            int b = read();
            buffer[from] = (byte) b;
            return b < 0 ? -1 : 1;
        }
    }
}
