package io.plantgate.event;

import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import java.util.Arrays;

/**
 * The bytes that stand for a value, whatever notation it came in; a payload hash is SHA-256 over them.
 *
 * <p>Version 1 looks like JSON (RFC 8259) in UTF-8 without white space: names in the order of their code points; numbers
 * as {@link DecimalForm} writes them; in text only the quote and the backslash are escaped, by a backslash. Text is not
 * normalised: another spelling is another value. Unlike RFC 8785 no number ever passes through a binary fraction, so
 * 2^53 and its neighbour differ, and so do 1e400 and 1e500. A lone surrogate is written as its three generalised UTF-8
 * bytes, so that no two texts share a form. Different values have different bytes.
 */
public final class CanonicalForm {

    /** Stored beside every hash; hashes compare only under equal versions. */
    public static final short VERSION = 1;

    private static final int KEPT_BUFFER_BYTES = 64 * 1024;
    private static final ThreadLocal<CanonicalForm> WRITERS = ThreadLocal.withInitial(CanonicalForm::new);
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    private byte[] bytes = new byte[1024];
    private int length;

    private CanonicalForm() {}

    /**
     * The canonical bytes.
     *
     * @throws NumberFormatException if a decimal is none, or its exponent has more than nine digits
     */
    public static byte[] of(FieldValue value) {
        CanonicalForm writer = WRITERS.get();
        try {
            writer.write(value);
            return Arrays.copyOf(writer.bytes, writer.length);
        } finally {
            writer.reset();
        }
    }

    /** SHA-256 over the canonical bytes. */
    public static Payload payloadOf(FieldValue value) {
        CanonicalForm writer = WRITERS.get();
        try {
            writer.write(value);
            return new Payload(RawBytes.sha256(writer.bytes, 0, writer.length), VERSION);
        } finally {
            writer.reset();
        }
    }

    private void write(FieldValue value) {
        if (value instanceof Text text) {
            writeText(text.value());
        } else if (value instanceof Decimal decimal) {
            writeAscii(DecimalForm.canonical(decimal.literal()));
        } else if (value instanceof Fields fields) {
            writeFields(fields);
        } else if (value instanceof Items items) {
            writeItems(items);
        } else if (value instanceof Truth truth) {
            append(truth.value() ? TRUE : FALSE);
        } else {
            append(NULL);
        }
    }

    private void writeFields(Fields fields) {
        append('{');
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                append(',');
            }
            Field field = fields.get(i);
            writeText(field.name());
            append(':');
            write(field.value());
        }
        append('}');
    }

    private void writeItems(Items items) {
        append('[');
        String separator = "";
        for (FieldValue item : items.values()) {
            writeAscii(separator);
            write(item);
            separator = ",";
        }
        append(']');
    }

    private void writeText(String text) {
        ensure(text.length() * 3 + 2);
        append('"');
        int units = text.length();
        for (int i = 0; i < units; i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') {
                append('\\');
            }
            if (unit < 0x80) {
                append(unit);
            } else {
                int codePoint = text.codePointAt(i);
                appendUtf8(codePoint);
                i += Character.charCount(codePoint) - 1;
            }
        }
        append('"');
    }

    private void appendUtf8(int codePoint) {
        if (codePoint < 0x800) {
            append(0xC0 | codePoint >> 6);
        } else if (codePoint < 0x10000) {
            append(0xE0 | codePoint >> 12);
            append(0x80 | codePoint >> 6 & 0x3F);
        } else {
            append(0xF0 | codePoint >> 18);
            append(0x80 | codePoint >> 12 & 0x3F);
            append(0x80 | codePoint >> 6 & 0x3F);
        }
        append(0x80 | codePoint & 0x3F);
    }

    private void writeAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            append(text.charAt(i));
        }
    }

    private void append(byte[] word) {
        for (byte b : word) {
            append(b);
        }
    }

    private void append(int b) {
        ensure(1);
        bytes[length++] = (byte) b;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    // One huge payload must not stay with its thread for ever.
    private void reset() {
        length = 0;
        if (bytes.length > KEPT_BUFFER_BYTES) {
            bytes = new byte[1024];
        }
    }
}
