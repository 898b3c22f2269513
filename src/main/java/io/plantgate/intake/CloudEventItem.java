package io.plantgate.intake;

import io.plantgate.event.Delivery;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.ReasonCode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * CloudEvents 1.0.2 in the JSON event format, structured; or binary, with the attributes as facts {@code ce-*}. Both give
 * the same tree: the attributes by name, and {@code data} or {@code data_base64}.
 */
final class CloudEventItem implements ItemFormat {

    private static final String FACT_PREFIX = "ce-";
    private static final String CONTENT_TYPE_ATTRIBUTE = "datacontenttype";
    private static final String CONTENT_TYPE = "content-type";

    private final JsonItem json;
    private final boolean binary;

    CloudEventItem(JsonItem json, boolean binary) {
        this.json = json;
        this.binary = binary;
    }

    @Override
    public FieldValue decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        FieldValue event = binary ? fromFacts(bytes, facts) : json.decode(bytes);
        if (event instanceof Fields fields && !(fields.valueOf("specversion") instanceof Text)) {
            throw new Unreadable(
                    ReasonCode.MALFORMED,
                    "no specversion: not a CloudEvent"
                            + (binary ? ". Its attributes are expected as facts ce-*." : "."));
        }
        return event instanceof Fields fields ? withoutDefaultType(fields) : event;
    }

    @Override
    public boolean emptyAllowed() {
        return binary;
    }

    // No datacontenttype means application/json (CloudEvents JSON format 1.0.2, section 3.1): one fact, two spellings.
    private static Fields withoutDefaultType(Fields event) {
        List<Field> fields = event.list();
        fields.removeIf(field -> field.name().equals(CONTENT_TYPE_ATTRIBUTE)
                && field.value() instanceof Text type
                && media(type.value()).equals("application/json"));
        return Fields.of(fields);
    }

    // Without one of its attributes an event would look like another.
    private static void refuseLeftOut(Map<String, String> facts) throws Unreadable {
        String leftOut = facts.getOrDefault(Delivery.FACTS_LEFT_OUT, "");
        String names = leftOut.substring(leftOut.indexOf(':') + 1);
        boolean mayHoldMore = names.endsWith("…");
        List<String> needed = Stream.of(names.split(","))
                .map(String::strip)
                .filter(name -> name.startsWith(FACT_PREFIX) || name.equals(CONTENT_TYPE))
                .toList();
        if (!needed.isEmpty() || mayHoldMore) {
            throw new Unreadable(
                    ReasonCode.TOO_LARGE,
                    "attributes were left out: " + String.join(", ", needed) + (mayHoldMore ? " or others" : "")
                            + ". They are over a bound of plantgate.inlet.facts, or no text. Widen it, or send the"
                            + " event structured.");
        }
    }

    private FieldValue fromFacts(byte[] bytes, Map<String, String> facts) throws Unreadable {
        refuseLeftOut(facts);
        List<Field> attributes = new ArrayList<>();
        facts.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(FACT_PREFIX)) {
                attributes.add(new Field(lower.substring(FACT_PREFIX.length()), new Text(value)));
            }
        });
        String contentType = facts.getOrDefault(CONTENT_TYPE, "application/json");
        attributes.removeIf(field -> field.name().equals(CONTENT_TYPE_ATTRIBUTE));
        attributes.add(new Field(CONTENT_TYPE_ATTRIBUTE, new Text(contentType)));
        if (bytes.length > 0) {
            attributes.add(data(bytes, contentType));
        }
        return Fields.of(attributes);
    }

    private Field data(byte[] bytes, String contentType) throws Unreadable {
        String media = media(contentType);
        if (media.endsWith("/json") || media.endsWith("+json")) {
            return new Field("data", json.decode(bytes));
        }
        return new Field("data_base64", new Text(Base64.getEncoder().encodeToString(bytes)));
    }

    private static String media(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
