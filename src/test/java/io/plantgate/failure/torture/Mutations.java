package io.plantgate.failure.torture;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Payloads as broken senders, broken converters and people with bad intentions make them; a function of the seed. */
final class Mutations {

    private static final String GOOD = """
            {"source":"%s","transitionId":%s,"bootId":"B%d","severity":"%s","value":%s,"note":%s}""";

    private static final List<String> NUMBERS = List.of(
            "1e400",
            "-0",
            "0.0",
            "1e100000",
            "1e-400",
            "007",
            "+1",
            ".5",
            "5.",
            "NaN",
            "Infinity",
            "0x1F",
            "9007199254740993",
            "-1E+3",
            "1,5",
            "9".repeat(3000),
            "0." + "1".repeat(3000),
            "1e99999999999");

    private static final List<String> TRANSITIONS = List.of(
            "null",
            "\"\"",
            "\"   \"",
            "\"null\"",
            "41",
            "41.0",
            "true",
            "[]",
            "{}",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\u00a0\"",
            "\"\\u202e91T\"",
            "\"" + "x".repeat(300) + "\"",
            "\"\\\"; drop table arrival; --\"",
            "\"../../etc/passwd\"",
            "\"${header.x}\"",
            "\"\uFF14\uFF12\"");

    private static final byte[][] BROKEN_ENCODING = {
        {(byte) 0xFF},
        {(byte) 0xC0, (byte) 0x80},
        {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
        {(byte) 0xF8, (byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80},
        {(byte) 0xE2, (byte) 0x82},
        {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
        {(byte) 0xFE, (byte) 0xFF},
        {0},
        {0x1B, '[', '2', 'J'}
    };

    private static final byte[] MARKS = "\"\\,;:{}[]<>&'\r\teE+-.0159/@#% ".getBytes(StandardCharsets.US_ASCII);

    private final Random random;

    Mutations(long seed) {
        this.random = new Random(seed);
    }

    byte[] next() {
        byte[] bytes =
                switch (random.nextInt(7)) {
                    case 0 -> text("T1", oneOf(NUMBERS), "\"\"");
                    case 1 -> identity(oneOf(TRANSITIONS));
                    case 2 -> structure();
                    case 3 -> sized();
                    case 4 -> encoded();
                    case 5 -> noise();
                    default -> text("T" + random.nextInt(50), "12.5", "\"x\"");
                };
        return random.nextInt(3) == 0 ? bytes : scratched(bytes);
    }

    private byte[] text(String transition, String value, String note) {
        return bytes(GOOD.formatted("FUZZ-01/Trip", "\"" + transition + "\"", random.nextInt(3), "High", value, note));
    }

    private byte[] identity(String transition) {
        return bytes(GOOD.formatted("FUZZ-01/Trip", transition, 1, "High", "1", "\"\""));
    }

    private byte[] structure() {
        int depth = 1 + random.nextInt(2000);
        return switch (random.nextInt(7)) {
            case 0 -> bytes("{\"a\":".repeat(depth) + "1" + "}".repeat(depth));
            case 1 -> text("T1", "1", "[".repeat(depth));
            case 2 -> text("T1", "1", "[".repeat(depth) + "]".repeat(depth));
            case 3 -> text("T1", "1", "\"\",\"source\":\"FUZZ-02/Trip\"");
            case 4 -> joined(text("T1", "1", "{}"), text("T2", "1", "{}"));
            case 5 -> bytes(oneOf(List.of("null", "true", "\"text\"", "17", "{}", "<a><b/></a>", "a;b;c", "")));
            default -> text("T1", "{\"more\":[1,{\"x\":null}]}", "{\"source\":\"other\"}");
        };
    }

    private byte[] sized() {
        int size = random.nextInt(40) == 0 ? random.nextInt(300_000) : random.nextInt(500);
        return text("T" + random.nextInt(9), "1", "\"" + "n".repeat(size) + "\"");
    }

    private byte[] encoded() {
        byte[] bytes = text("T" + random.nextInt(9), "1", "\"Stra\u00DFe \u8BBE\u5907\"");
        return switch (random.nextInt(4)) {
            case 0 -> new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
            case 1 -> new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1);
            default -> inserted(bytes, BROKEN_ENCODING[random.nextInt(BROKEN_ENCODING.length)]);
        };
    }

    private byte[] noise() {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] scratched(byte[] bytes) {
        byte[] scratched = random.nextInt(6) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
        scratched = scratched.clone();
        for (int i = random.nextInt(4); i > 0 && scratched.length > 0; i--) {
            scratched[random.nextInt(scratched.length)] =
                    random.nextBoolean() ? MARKS[random.nextInt(MARKS.length)] : (byte) random.nextInt(256);
        }
        return scratched;
    }

    private byte[] inserted(byte[] bytes, byte[] piece) {
        int at = random.nextInt(bytes.length + 1);
        return joined(Arrays.copyOf(bytes, at), piece, Arrays.copyOfRange(bytes, at, bytes.length));
    }

    private static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        Arrays.stream(pieces).forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
