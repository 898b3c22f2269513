package io.plantgate.intake;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.plantgate.event.FieldValue;
import io.plantgate.event.ReasonCode;
import java.io.IOException;
import java.util.Map;

/** Items of JSON (RFC 8259) in UTF-8. */
final class JsonItem implements ItemFormat {

    // The item's bytes are bounded before the parser sees them, so its own bounds on parts would only hide the reason.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Bounds bounds;

    JsonItem(Bounds bounds) {
        this.bounds = bounds;
    }

    @Override
    public FieldValue decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        return decode(bytes);
    }

    FieldValue decode(byte[] bytes) throws Unreadable {
        Utf8.check(bytes);
        refuseWideUnicode(bytes);
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            if (parser.nextToken() == null) {
                throw new Unreadable(ReasonCode.EMPTY, "there is nothing but white space.");
            }
            FieldValue value = new JsonTree(parser, bounds).value();
            refuseTrailing(parser);
            return value;
        } catch (JacksonException e) {
            throw malformed(e);
        } catch (IOException e) {
            throw new Unreadable(ReasonCode.MALFORMED, "not JSON: " + e.getMessage());
        }
    }

    // The parser would detect UTF-16 and UTF-32 by their zero bytes; JSON between systems is UTF-8.
    private static void refuseWideUnicode(byte[] bytes) throws Unreadable {
        for (int i = 0; i < Math.min(4, bytes.length); i++) {
            if (bytes[i] == 0) {
                throw new Unreadable(ReasonCode.MALFORMED, "byte " + i + " is zero: not JSON in UTF-8.");
            }
        }
    }

    private static void refuseTrailing(JsonParser parser) throws Unreadable, IOException {
        long end = parser.currentLocation().getByteOffset();
        JsonToken next;
        try {
            next = parser.nextToken();
        } catch (JacksonException e) {
            next = JsonToken.NOT_AVAILABLE;
        }
        if (next != null) {
            throw new Unreadable(
                    ReasonCode.TRAILING_CONTENT,
                    "something stands behind the end of the JSON value, after byte " + end
                            + ". Send one value an item, or use the format json-lines.");
        }
    }

    private static Unreadable malformed(JacksonException e) {
        String where =
                e.getLocation() == null ? "" : " at byte " + e.getLocation().getByteOffset();
        return new Unreadable(ReasonCode.MALFORMED, "not JSON" + where + ": " + e.getOriginalMessage());
    }
}
