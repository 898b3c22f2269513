package io.plantgate.scan;

import io.plantgate.event.RawBytes;
import io.plantgate.event.Scan;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;

/** The name of a code in tables where it is a key: its normal form, hashed where an index could not hold it. */
record BoundCode(String channel, String code) implements Comparable<BoundCode> {

    private static final int CHARS_MAX = 400;
    private static final Comparator<BoundCode> ORDER =
            Comparator.comparing(BoundCode::channel).thenComparing(BoundCode::code);

    static BoundCode of(Scan scan) {
        String normal = scan.code().normal();
        return new BoundCode(scan.key().channel(), normal.length() <= CHARS_MAX ? normal : hashed(normal));
    }

    private static String hashed(String normal) {
        return "sha256:" + HexFormat.of().formatHex(RawBytes.sha256(normal.getBytes(StandardCharsets.UTF_8)));
    }

    /** The order in which every node takes its locks. */
    @Override
    public int compareTo(BoundCode other) {
        return ORDER.compare(this, other);
    }
}
