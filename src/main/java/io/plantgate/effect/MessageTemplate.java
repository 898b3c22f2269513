package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.schibsted.spt.data.jslt.Expression;
import com.schibsted.spt.data.jslt.JsltException;
import com.schibsted.spt.data.jslt.Parser;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** Makes a message of what is known about an effect; the language is JSLT 0.1.14. */
final class MessageTemplate {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Expression expression;
    private final Form form;

    private MessageTemplate(Expression expression, Form form) {
        this.expression = expression;
        this.form = form;
    }

    /** What the template's result becomes. */
    enum Form {
        /** The result is sent as JSON. */
        JSON,
        /** The result is a text and is sent as it is. */
        TEXT
    }

    /**
     * @param file what errors call the template's file
     * @throws JsltException if the text is no JSLT
     */
    static MessageTemplate compile(String file, String text, Form form) {
        return new MessageTemplate(
                new Parser(new StringReader(text)).withSource(file).compile(), form);
    }

    /** @throws MessageFailedException if this effect's message cannot be made */
    Message render(JsonNode known) {
        try {
            JsonNode result = expression.apply(known);
            return form == Form.TEXT ? text(result) : json(result);
        } catch (JsltException | StackOverflowError e) {
            throw new MessageFailedException(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static Message text(JsonNode result) {
        if (!result.isTextual() || result.textValue().isBlank()) {
            throw new MessageFailedException("the template made " + result.getNodeType() + ", a text is needed");
        }
        return new Message(result.textValue().getBytes(StandardCharsets.UTF_8), "text/plain");
    }

    private static Message json(JsonNode result) {
        if (result.isMissingNode() || result.isNull()) {
            throw new MessageFailedException("the template made nothing");
        }
        try {
            return new Message(JSON.writeValueAsBytes(result), "application/json");
        } catch (IOException e) {
            throw new MessageFailedException(e.getMessage());
        }
    }

    /** This effect's message cannot be made. */
    static final class MessageFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        MessageFailedException(String message) {
            super(message);
        }

        Outcome outcome() {
            return new Outcome.Rejected("MESSAGE_FAILED: " + getMessage(), Answer.NONE);
        }
    }
}
