package io.plantgate.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/** Reads a person's word to the letter: what is not understood is refused, never passed over or guessed at. */
final class StrictJson {

    private StrictJson() {}

    /** @param bytesMax of a document in a stream */
    static ObjectMapper like(ObjectMapper json, int bytesMax) {
        ObjectMapper strict = json.copy()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                // Parameters of operations are hashed and compared: no number may pass through a binary fraction.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true))
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .registerModule(new SimpleModule()
                        .addDeserializer(Instant.class, new WrittenTime())
                        .addDeserializer(String.class, new WrittenText()));
        strict.coercionConfigFor(LogicalType.Textual)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        // "60" is no number, though it looks like one.
        strict.coercionConfigFor(LogicalType.Integer)
                .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        strict.getFactory()
                .setStreamReadConstraints(strict.getFactory()
                        .streamReadConstraints()
                        .rebuild()
                        .maxDocumentLength(bytesMax)
                        .build());
        return strict;
    }

    /** Takes no text that PostgreSQL cannot keep, and none without end; names the field, as Jackson adds it. */
    private static final class WrittenText extends StringDeserializer {

        private static final long serialVersionUID = 1L;

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = super.deserialize(parser, context);
            String objection = KeptText.objection(text);
            if (objection != null) {
                throw new TextRefusedException(parser, objection);
            }
            return text;
        }
    }

    /** A text that is none for a store; the message says why. */
    static final class TextRefusedException extends MismatchedInputException {

        private static final long serialVersionUID = 1L;

        TextRefusedException(JsonParser parser, String objection) {
            super(parser, objection, String.class);
        }
    }

    /** Takes no number for a time: milliseconds read as seconds would make a bound that bounds nothing. */
    private static final class WrittenTime extends StdScalarDeserializer<Instant> {

        private static final long serialVersionUID = 1L;

        WrittenTime() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return (Instant) context.handleUnexpectedToken(Instant.class, parser);
            }
            try {
                return KeptTime.parse(parser.getText());
            } catch (DateTimeException e) {
                throw context.weirdStringException(parser.getText(), Instant.class, "not a time");
            }
        }
    }
}
