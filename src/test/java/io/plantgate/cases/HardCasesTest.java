package io.plantgate.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Decision.Incomplete;
import io.plantgate.ledger.Decision.Quarantined;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Inputs that have hurt people in the field, each on the real path: bytes in, decision and stored row out. Every case says
 * what is sent, one delivery after the other, and what each turns out to be.
 */
@Tag("A01")
@Tag("A01b")
@Tag("A02")
@Tag("A03")
@Tag("A04")
@Tag("A05")
@Tag("A06")
@Tag("A06b")
@Tag("A07")
@Tag("A09")
@Tag("A10")
@Tag("A11")
@Tag("A12")
@Tag("A13")
@Tag("A14")
@Tag("B04")
@Tag("B05")
class HardCasesTest {

    private static final String JSON = """
            contract: transition
            format: json
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            device: { before: "/" }
            sourceTime: { at: /time, zone: UTC }
            payload: { fields: others }
            bounds: { payloadBytesMax: 65536 }
            """;

    private static final String ENTITY = """
            contract: transition
            format: json
            identity:
              source: /entity
              transitionId: { at: /seq, type: digits }
              bootId: /boot
            payload: { fields: others }
            """;

    private static final String CSV = """
            contract: transition
            format: { type: csv%s }
            identity:
              source: /entity
              transitionId: { at: /seq, type: digits }
              bootId: /boot
            payload: { fields: [%s] }
            fields:
              %s
            """;

    private static final String XML = """
            contract: transition
            format: { type: xml, root: event }
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            payload: { fields: others }
            """;

    /** What one delivery must turn out to be: a decision, and of those without identity the reason. */
    private static final String CANONICAL = "CANONICAL";

    private static final String DUPLICATE = "DUPLICATE";
    private static final String CONFLICT = "CONFLICT";

    private record Case(String id, String profile, List<byte[]> deliveries, List<String> expected) {}

    @TestFactory
    Stream<DynamicTest> everyCaseTurnsOutAsPromisedAndItsBytesAreKept() {
        return cases().stream()
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    try (RealPath path = new RealPath(one.profile())) {
                        List<String> said = one.deliveries().stream()
                                .map(path::receive)
                                .map(HardCasesTest::word)
                                .toList();

                        assertThat(said).isEqualTo(one.expected());
                        assertThat(path.rows.list(
                                        "select coalesce(reason, decision::text) from arrival order by arrival_id"))
                                .isEqualTo(one.expected());
                        assertThat(path.rows.list("select encode(raw, 'hex') from arrival order by arrival_id"))
                                .isEqualTo(one.deliveries().stream()
                                        .map(HexFormat.of()::formatHex)
                                        .toList());
                    }
                }));
    }

    private static String word(Decision decision) {
        if (decision instanceof Incomplete incomplete) {
            return incomplete.reason().code().name();
        }
        return decision instanceof Quarantined quarantined
                ? quarantined.reason().code().name()
                : decision.verdict().name();
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(json(
                "A01 a NUL in the payload, then in the transitionId",
                List.of(
                        "{'source':'press-7','transitionId':'t-1','bootId':'b1','note':'ok\\u0000'}",
                        "{'source':'press-7','transitionId':'t-1\\u0000','bootId':'b1','note':'ok'}",
                        "{'source':'press-7','transitionId':'t-2','bootId':'b1'}"),
                CANONICAL,
                "IDENTITY_CONTROL_CHARACTER",
                CANONICAL));
        cases.add(new Case(
                "A02 bytes that are no UTF-8 are never duplicates of each other",
                JSON,
                List.of(
                        HexFormat.of().parseHex("7b226964223a2241ff227d"),
                        HexFormat.of().parseHex("7b226964223a2241fe227d")),
                List.of("NOT_DECODABLE", "NOT_DECODABLE")));
        cases.add(json(
                "A06 identity numbers beyond 2^53",
                List.of(
                        "{'source':'c','transitionId':9007199254740993,'bootId':'b'}",
                        "{'source':'c','transitionId':9007199254740992,'bootId':'b'}",
                        "{'source':'c','transitionId':9.007199254740993e15,'bootId':'b'}"),
                CANONICAL,
                CANONICAL,
                "IDENTITY_NOT_DIGITS"));
        cases.add(entity(
                "A06b digits are digits",
                List.of(
                        "{'entity':'p','seq':'42','boot':'b'}",
                        "{'entity':'p','seq':42,'boot':'b'}",
                        "{'entity':'p','seq':'042','boot':'b'}",
                        "{'entity':'p','seq':'+42','boot':'b'}",
                        "{'entity':'p','seq':'٤٢','boot':'b'}"),
                CANONICAL,
                DUPLICATE,
                "IDENTITY_NOT_DIGITS",
                "IDENTITY_NOT_DIGITS",
                "IDENTITY_NOT_DIGITS"));
        cases.add(entity(
                "A07 numbers larger than any double, and an exponent in an identity",
                List.of(
                        "{'entity':'p1','seq':1,'boot':'b','v':1e400}",
                        "{'entity':'p1','seq':1,'boot':'b','v':1e500}",
                        "{'entity':'p1','seq':1e100000,'boot':'b','v':1}"),
                CANONICAL,
                CONFLICT,
                "NUMBER_OUT_OF_BOUNDS"));
        cases.add(json(
                "A09 two names in one object, also nested; two values",
                List.of(
                        "{'source':'plc-1','transitionId':'A1','transitionId':'B2','bootId':'b'}",
                        "{'source':'plc-1','transitionId':'A1','bootId':'b','x':{'a':1,'a':2}}",
                        "{'x':1}{'x':2}"),
                "DUPLICATE_KEY",
                "DUPLICATE_KEY",
                "TRAILING_CONTENT"));
        cases.add(json(
                "A10 order and notation are no content, a type is",
                List.of(
                        "{'source':'s','transitionId':'t','bootId':'b','a':1,'b':{'y':2,'x':1.0}}",
                        "{'b':{'x':1,'y':2},'a':1.0,'bootId':'b','transitionId':'t','source':'s'}",
                        "{'source':'s','transitionId':'t','bootId':'b','a':'1','b':{'y':2,'x':1.0}}"),
                CANONICAL,
                DUPLICATE,
                CONFLICT));
        cases.add(json(
                "A11 composed and decomposed are one, a no-break space is none",
                List.of(
                        "{'source':'Gr\u00fcn-1','transitionId':'t','bootId':'b'}",
                        "{'source':'Gru\u0308n-1','transitionId':'t','bootId':'b'}",
                        "{'source':'pump-3','transitionId':'t','bootId':'b'}",
                        "{'source':'pump-3\u00a0','transitionId':'t','bootId':'b'}"),
                CANONICAL,
                DUPLICATE,
                CANONICAL,
                "IDENTITY_FORBIDDEN_CHARACTER"));
        cases.add(json(
                "A12 missing, null and blank are no values, the word null is",
                List.of(
                        "{'source':'s','transitionId':'t'}",
                        "{'source':'s','transitionId':'t','bootId':null}",
                        "{'source':'s','transitionId':'t','bootId':''}",
                        "{'source':'s','transitionId':'t','bootId':'null'}"),
                "MISSING_BOOT_ID",
                "MISSING_BOOT_ID",
                "MISSING_BOOT_ID",
                CANONICAL));
        cases.add(json("A13 a thousand and one brackets", List.of("[".repeat(1001)), "TOO_DEEP"));
        cases.add(new Case(
                "A14 XML with a document type",
                XML,
                List.of(
                        utf8("<!DOCTYPE event SYSTEM \"file:///etc/passwd\"><event><source>s</source></event>"),
                        utf8("<event><source>s</source><transitionId>t</transitionId><bootId>b</bootId></event>")),
                List.of("DOCTYPE_FORBIDDEN", CANONICAL)));
        cases.add(json(
                "B04 odd times are kept as sent",
                List.of(
                        "{'source':'s','transitionId':'t1','bootId':'b','time':'2016-12-31T23:59:60Z'}",
                        "{'source':'s','transitionId':'t2','bootId':'b','time':'2026-03-28T24:00:00Z'}",
                        "{'source':'s','transitionId':'t3','bootId':'b','time':'2026-03-28T12:00:00'}"),
                CANONICAL,
                CANONICAL,
                CANONICAL));
        cases.add(json(
                "B05 nanoseconds count",
                List.of(
                        "{'source':'s','transitionId':'t','bootId':'b','time':'2026-03-28T12:00:00.123456501Z'}",
                        "{'source':'s','transitionId':'t','bootId':'b','time':'2026-03-28T12:00:00.123456499Z'}",
                        "{'source':'s','transitionId':'t','bootId':'b','time':'2026-03-28T12:00:00.123456501Z'}"),
                CANONICAL,
                CONFLICT,
                DUPLICATE));
        return cases;
    }

    private record Streamed(String id, String profile, byte[] stream, List<String> expected) {}

    @TestFactory
    Stream<DynamicTest> everyStreamTurnsOutAsPromised() {
        return streams().stream()
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    try (RealPath path = new RealPath(one.profile())) {
                        assertThat(path.receiveAll(one.stream()).stream()
                                        .map(HardCasesTest::word)
                                        .toList())
                                .isEqualTo(one.expected());
                        assertThat(path.rows.list(
                                        "select coalesce(reason, decision::text) from arrival order by arrival_id"))
                                .isEqualTo(one.expected());
                    }
                }));
    }

    private static List<Streamed> streams() {
        String semicolons = ", delimiter: \";\"";
        byte[] device = HexFormat.of().parseHex("c9e8b1b8");
        return List.of(
                new Streamed(
                        "A03 a byte order mark before the header",
                        csv(semicolons, "state", "state: text"),
                        concat(HexFormat.of().parseHex("efbbbf"), utf8("seq;entity;boot;state\r\n41;pump-3;b;RUN\r\n")),
                        List.of(CANONICAL)),
                new Streamed(
                        "A04 GBK as declared",
                        csv(semicolons + ", charset: GBK", "state", "state: text"),
                        concat(utf8("seq;entity;boot;state\n1;"), device, utf8(";b;RUN\n")),
                        List.of(CANONICAL)),
                new Streamed(
                        "A04 GBK under the wrong charset is never guessed at",
                        csv(semicolons, "state", "state: text"),
                        concat(utf8("seq;entity;boot;state\n1;"), device, utf8(";b;RUN\n2;p;b;RUN\n")),
                        List.of("NOT_DECODABLE", CANONICAL)),
                new Streamed(
                        "A04 Windows-1252 and a decimal comma",
                        csv(semicolons + ", charset: windows-1252, decimalComma: true", "v", "v: number"),
                        "entity;seq;boot;v\nStra\u00dfe-3;17;b;1.234,5\nStra\u00dfe-3;17;b;1234,50\n"
                                .getBytes(Charset.forName("windows-1252")),
                        List.of(CANONICAL, DUPLICATE)),
                new Streamed(
                        "A05 line ends inside quotes",
                        csv("", "note", "note: text"),
                        utf8("seq,entity,boot,note\r\n5,\"line \"\"A\"\"\",b,\"stop\r\nthen run\"\r\n"
                                + "5,\"line \"\"A\"\"\",b,\"stop\nthen run\"\r\n"),
                        List.of(CANONICAL, DUPLICATE)),
                new Streamed(
                        "E01 a row that was cut off, its neighbours are decided",
                        csv("", "state", "state: text"),
                        utf8("seq,entity,boot,state\n1,p,b,RUN\n2,p,b,STOP\n3,p,b,ST"),
                        List.of(CANONICAL, CANONICAL, "LAST_ROW_UNTERMINATED")),
                new Streamed(
                        "A13 a row over the bound, its neighbours are decided",
                        csv("", "state", "state: text") + "bounds: { payloadBytesMax: 1000 }\n",
                        utf8("seq,entity,boot,state\n1,p,b,RUN\n2,p,b," + "x".repeat(100_000) + "\n3,p,b,STOP\n"),
                        List.of(CANONICAL, "TOO_LARGE", CANONICAL)));
    }

    @TestFactory
    Stream<DynamicTest> aHugeTextIsQuarantinedWithItsBoundAndAPrefix() {
        return IntStream.of(1 << 20, 64 << 20)
                .mapToObj(size -> DynamicTest.dynamicTest(size + " bytes", () -> {
                    byte[] huge = new byte[size];
                    Arrays.fill(huge, (byte) 'x');
                    huge[0] = '"';
                    try (RealPath path = new RealPath(JSON)) {
                        Quarantined decision = (Quarantined) path.receive(huge);

                        assertThat(decision.reason().code().name()).isEqualTo("TOO_LARGE");
                        assertThat(decision.reason().detail()).contains("65536");
                        assertThat(path.rows.one("select raw_bytes, length(raw) < 70000 from arrival"))
                                .isEqualTo(size + " t");
                    }
                }));
    }

    private static Case json(String id, List<String> deliveries, String... expected) {
        return new Case(id, JSON, quoted(deliveries), List.of(expected));
    }

    private static Case entity(String id, List<String> deliveries, String... expected) {
        return new Case(id, ENTITY, quoted(deliveries), List.of(expected));
    }

    private static List<byte[]> quoted(List<String> deliveries) {
        return deliveries.stream().map(text -> utf8(text.replace('\'', '"'))).toList();
    }

    private static String csv(String options, String payload, String fields) {
        return CSV.formatted(options, payload, fields);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }
}
