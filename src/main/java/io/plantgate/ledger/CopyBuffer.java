package io.plantgate.ledger;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.plantgate.event.VisibleText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/**
 * Rows as PostgreSQL's binary COPY wants them (PostgreSQL, COPY, "Binary Format"): per row the number of its fields, per
 * field its length in bytes, or -1 for null, and its value in network byte order, as the type's receive function reads it.
 */
public final class CopyBuffer {

    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int NULL = -1;
    // What is sent at a time, and the row that goes beyond it.
    private static final int USUAL_BYTES = CopyInsert.SENT_BYTES + (1 << 14);
    /** PostgreSQL counts time from 2000-01-01T00:00:00Z. */
    private static final long EPOCH_MICROS = 946_684_800_000_000L;

    private static final int TEXT_OID = 25;
    private static final byte JSONB_VERSION = 1;
    private static final JsonStringEncoder JSON = JsonStringEncoder.getInstance();

    private byte[] bytes = new byte[USUAL_BYTES];
    private int length;

    CopyBuffer() {}

    /** What stands before the first row. */
    void header() {
        append(SIGNATURE, SIGNATURE.length);
        appendInt(0); // flags
        appendInt(0); // no extension of the header
    }

    /** What stands behind the last row. */
    void trailer() {
        appendShort(-1);
    }

    /** Begins a row. */
    void row(int fields) {
        appendShort(fields);
    }

    public void int8(Long value) {
        if (value == null) {
            appendInt(NULL);
        } else {
            int8(value.longValue());
        }
    }

    public void int8(long value) {
        appendInt(Long.BYTES);
        appendLong(value);
    }

    public void int4(Integer value) {
        if (value == null) {
            appendInt(NULL);
        } else {
            int4(value.intValue());
        }
    }

    public void int4(int value) {
        appendInt(Integer.BYTES);
        appendInt(value);
    }

    public void int2(Short value) {
        if (value == null) {
            appendInt(NULL);
        } else {
            appendInt(Short.BYTES);
            appendShort(value);
        }
    }

    public void bool(boolean value) {
        appendInt(1);
        appendByte(value ? 1 : 0);
    }

    /** A {@code timestamptz}; null also for times outside the years 1 to 9999. */
    public void timestamp(Instant value) {
        Long micros = Micros.of(value);
        if (micros == null) {
            appendInt(NULL);
        } else {
            int8(micros - EPOCH_MICROS);
        }
    }

    /** A text, or the label of an enum. */
    public void text(String value) {
        if (value == null) {
            appendInt(NULL);
        } else {
            bytea(value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * A {@code jsonb} object of texts, or null where there are none.
     *
     * @param charsMax names and values are cut behind so many
     */
    void object(Map<String, String> texts, int charsMax) {
        if (texts.isEmpty()) {
            appendInt(NULL);
            return;
        }
        int start = length;
        appendInt(0); // the length, once it is known
        appendByte(JSONB_VERSION);
        char before = '{';
        for (Map.Entry<String, String> text : texts.entrySet()) {
            appendByte(before);
            quoted(text.getKey(), charsMax);
            appendByte(':');
            quoted(text.getValue(), charsMax);
            before = ',';
        }
        appendByte('}');
        setInt(start, length - start - Integer.BYTES);
    }

    private void quoted(String text, int charsMax) {
        appendByte('"');
        if (text.length() > charsMax || !appendPlain(text)) {
            byte[] utf8 = JSON.quoteAsUTF8(VisibleText.of(text, charsMax));
            append(utf8, utf8.length);
        }
        appendByte('"');
    }

    /** Appends printable ASCII that JSON needs not escape; of any other text nothing. */
    private boolean appendPlain(String text) {
        int count = text.length();
        room(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
        return true;
    }

    public void bytea(byte[] value) {
        if (value == null) {
            appendInt(NULL);
        } else {
            appendInt(value.length);
            append(value, value.length);
        }
    }

    /** A {@code text[]} of one dimension and without nulls, or null. */
    void texts(Iterable<String> values) {
        if (values == null) {
            appendInt(NULL);
            return;
        }
        int start = length;
        appendInt(0); // the length, once it is known
        appendInt(1); // dimensions
        appendInt(0); // no nulls
        appendInt(TEXT_OID);
        int size = length;
        appendInt(0); // how many, once it is known
        appendInt(1); // the first one's index
        int count = 0;
        for (String value : values) {
            text(value);
            count++;
        }
        setInt(size, count);
        setInt(start, length - start - Integer.BYTES);
    }

    int length() {
        return length;
    }

    /** The bytes since the last {@link #clear()}; the first {@link #length()} of them count. */
    byte[] array() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    private void appendByte(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    private void appendShort(int value) {
        room(Short.BYTES);
        bytes[length++] = (byte) (value >>> 8);
        bytes[length++] = (byte) value;
    }

    private void appendInt(int value) {
        room(Integer.BYTES);
        setInt(length, value);
        length += Integer.BYTES;
    }

    private void appendLong(long value) {
        appendInt((int) (value >>> Integer.SIZE));
        appendInt((int) value);
    }

    private void setInt(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    private void append(byte[] from, int count) {
        room(count);
        System.arraycopy(from, 0, bytes, length, count);
        length += count;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
        }
    }
}
