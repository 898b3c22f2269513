package io.plantgate.bench;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/** How a source names its transitions: what it does to an index that is larger than the memory. */
enum GrowthIds {
    /** As a controller counts: what is new lies beside what was new just before. */
    COUNTING("counting ids", "'T' || n") {
        @Override
        String id(long n) {
            return "T" + n;
        }
    },
    /** As a UUID: what is new may lie anywhere. */
    RANDOM("random ids", "md5(n::text)") {
        @Override
        String id(long n) {
            return HexFormat.of().formatHex(md5().digest(Long.toString(n).getBytes(StandardCharsets.US_ASCII)));
        }
    };

    static final int SOURCES = 100;
    static final String BOOT = "B17";
    static final Instant ARRIVAL_AT = Instant.parse("2026-03-02T00:00:00Z");
    /** Understood alike by {@code String.format} and by PostgreSQL's {@code format}: pump, id, value. */
    static final String RAW = "{\"source\":\"PUMP-%s/Trip\",\"transitionId\":\"%s\",\"bootId\":\"" + BOOT
            + "\",\"SourceTimestamp\":\"2026-03-02T00:00:00Z\",\"severity\":\"Low\",\"value\":%s,\"limit\":80.25,"
            + "\"unit\":\"bar\",\"text\":\"discharge pressure above limit\",\"ack\":false}";
    /** The value of all that is stored; another one is a contradiction. */
    static final String VALUE = "12.5";

    private static final String OTHER_VALUE = "13.5";

    private final String title;
    private final String sql;

    GrowthIds(String title, String sql) {
        this.title = title;
        this.sql = sql;
    }

    abstract String id(long n);

    String title() {
        return title;
    }

    /** The same id as an SQL expression over {@code n}. */
    String sql() {
        return sql;
    }

    Message message(long n) {
        return message(n, VALUE);
    }

    /** The same name, another content. */
    Message contradiction(long n) {
        return message(n, OTHER_VALUE);
    }

    private Message message(long n, String value) {
        String device = "PUMP-" + n % SOURCES;
        byte[] raw = RAW.formatted(n % SOURCES, id(n), value).getBytes(StandardCharsets.US_ASCII);
        return new Message(device, device + "/Trip", id(n), BOOT, ARRIVAL_AT, raw);
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
