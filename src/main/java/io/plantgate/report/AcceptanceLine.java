package io.plantgate.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;

/**
 * Reads one line of an acceptance file: {@code arrivalAt} (ISO 8601 with an offset) and either {@code payload}, whose
 * text as it stands in the line is what the device sent, or {@code raw}, whose text is.
 */
final class AcceptanceLine {

    /** What a device nests too deeply is for the profile to refuse, not for this file. */
    private static final StreamReadConstraints AS_DEEP_AS_A_LINE =
            StreamReadConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build();

    private final JsonFactory json =
            JsonFactory.builder().streamReadConstraints(AS_DEEP_AS_A_LINE).build();

    /** @throws IOException with a message for the one who wrote the file */
    RecordedArrival read(int line, byte[] bytes, int offset, int length) throws IOException {
        try (JsonParser parser = json.createParser(bytes, offset, length)) {
            Fields fields = new Fields();
            require(parser.nextToken() == JsonToken.START_OBJECT, "a line is one JSON object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                readField(parser, fields, bytes, offset);
            }
            require(parser.nextToken() == null, "something stands behind the object");
            return fields.toArrival(line);
        }
    }

    /** The message of an exception of {@link #read}, without what only a programmer wants to know. */
    static String reason(IOException e) {
        if (e instanceof JsonParseException parse) {
            return "not JSON at column " + parse.getLocation().getColumnNr() + ": " + parse.getOriginalMessage();
        }
        return e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    }

    private static void readField(JsonParser parser, Fields fields, byte[] bytes, int offset) throws IOException {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        switch (name) {
            case "arrivalAt" -> fields.arrivalAt(time(parser, value));
            case "payload" -> fields.raw(textOfValue(parser, bytes, offset));
            case "raw" -> fields.raw(utf8(parser, value));
            default ->
                throw new IOException("'" + name + "' is not known here; a line has arrivalAt and payload or raw");
        }
    }

    private static OffsetDateTime time(JsonParser parser, JsonToken value) throws IOException {
        require(value == JsonToken.VALUE_STRING, "arrivalAt is a text such as \"2026-03-02T08:00:12.180+08:00\"");
        try {
            return OffsetDateTime.parse(parser.getText());
        } catch (DateTimeException e) {
            throw new IOException("arrivalAt '" + parser.getText() + "' is not ISO 8601 with an offset", e);
        }
    }

    /** The value's own bytes: written anew, a number or an order of keys could be another. */
    private static byte[] textOfValue(JsonParser parser, byte[] bytes, int offset) throws IOException {
        int from = offset + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int to = offset + (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(bytes, from, to);
    }

    private static byte[] utf8(JsonParser parser, JsonToken value) throws IOException {
        require(value == JsonToken.VALUE_STRING, "raw is a text");
        try {
            return Utf8.encode(parser.getText());
        } catch (CharacterCodingException e) {
            throw new IOException("raw holds a lone surrogate, which no UTF-8 can carry", e);
        }
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    /** What was read of a line so far; a name that comes twice is refused rather than overwritten. */
    private static final class Fields {
        private OffsetDateTime arrivalAt;
        private byte[] raw;

        void arrivalAt(OffsetDateTime value) throws IOException {
            require(arrivalAt == null, "arrivalAt stands twice");
            arrivalAt = value;
        }

        void raw(byte[] value) throws IOException {
            require(raw == null, "payload and raw: one of them, once");
            raw = value;
        }

        RecordedArrival toArrival(int line) throws IOException {
            require(arrivalAt != null, "no arrivalAt");
            require(raw != null, "neither payload nor raw");
            return new RecordedArrival(line, arrivalAt, raw);
        }
    }
}
