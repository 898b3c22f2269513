package io.plantgate.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.DuplicateNameException;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Items;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.FieldValue.Truth;
import io.plantgate.event.ReasonCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Builds the tree of one JSON value, within bounds, refusing names that stand twice. */
final class JsonTree {

    private static final FieldValue TRUE = new Truth(true);
    private static final FieldValue FALSE = new Truth(false);

    private final JsonParser parser;
    private final Bounds bounds;
    private int depth;
    private int fields;

    JsonTree(JsonParser parser, Bounds bounds) {
        this.parser = parser;
        this.bounds = bounds;
    }

    /** The value that starts at the parser's current token. */
    FieldValue value() throws IOException, Unreadable {
        if (++fields > bounds.fieldsMax()) {
            throw new Unreadable(ReasonCode.TOO_LARGE, "more than fieldsMax " + bounds.fieldsMax() + " values.");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> new Text(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Numbers.bounded(parser.getText(), bounds);
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            default -> FieldValue.NULL;
        };
    }

    private FieldValue object() throws IOException, Unreadable {
        enter();
        List<Field> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            members.add(new Field(name, value()));
        }
        depth--;
        try {
            return Fields.of(members);
        } catch (DuplicateNameException e) {
            throw new Unreadable(
                    ReasonCode.DUPLICATE_KEY,
                    "the name '" + e.name() + "' stands twice in one object, which ends at byte "
                            + parser.currentLocation().getByteOffset() + ". Correct the source.",
                    e.name());
        }
    }

    private FieldValue array() throws IOException, Unreadable {
        enter();
        List<FieldValue> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        depth--;
        return new Items(items);
    }

    private void enter() throws Unreadable {
        if (++depth > bounds.depthMax()) {
            throw new Unreadable(ReasonCode.TOO_DEEP, "nested deeper than depthMax " + bounds.depthMax() + ".");
        }
    }
}
