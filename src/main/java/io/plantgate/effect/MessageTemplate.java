package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.schibsted.spt.data.jslt.JsltException;
import com.schibsted.spt.data.jslt.Parser;
import com.schibsted.spt.data.jslt.impl.ExpressionImpl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a message of what is known about an effect; the language is JSLT 0.1.14. */
final class MessageTemplate {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LATER = Duration.ofSeconds(30);

    // So many at a time, counted from the start on: however many workers wait, no more than these can go astray.
    private static final int PLACES = 2;
    private static final int FAILURES_MAX = 3;
    private static final int KEYS_MAX = 1_000;

    private final String file;
    private final ExpressionImpl expression;
    private final Form form;
    private final Semaphore places = new Semaphore(PLACES);
    private final AtomicInteger abandoned = new AtomicInteger();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    private MessageTemplate(String file, ExpressionImpl expression, Form form) {
        this.file = file;
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
        // The only implementation there is; it says how many variables a run needs.
        ExpressionImpl expression = (ExpressionImpl)
                new Parser(new StringReader(text)).withSource(file).compile();
        return new MessageTemplate(file, expression, form);
    }

    String file() {
        return file;
    }

    /** @param bytesMax that it may take from the memory */
    TemplateRun run(long bytesMax) {
        return new TemplateRun(expression.getStackFrameSize(), bytesMax);
    }

    /** False once all its places are taken by what nobody waits for any more. */
    boolean hasPlace() {
        return abandoned.get() < PLACES;
    }

    void goesAstrayUntil(CompletionStage<?> end) {
        abandoned.incrementAndGet();
        end.whenComplete((made, failed) -> abandoned.decrementAndGet());
    }

    /** Waits at most so long for a place; false if there was none. */
    boolean takePlace(long millisMax) {
        try {
            return places.tryAcquire(millisMax, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void givePlaceBack() {
        places.release();
    }

    /** Counts that this effect's message was not made in time; true once that was so too often. */
    boolean failsAgain(String key) {
        if (failures.size() >= KEYS_MAX) {
            failures.clear();
        }
        return failures.merge(key, 1, Integer::sum) >= FAILURES_MAX;
    }

    /**
     * @param bytesMax of the message
     * @param run made by {@link #run}, for this once
     * @throws MessageFailedException if this effect's message cannot be made
     */
    Message render(JsonNode known, int bytesMax, TemplateRun run) {
        try {
            JsonNode result = expression.apply(run, known);
            return form == Form.TEXT ? text(result, bytesMax) : json(result, bytesMax);
        } catch (JsltException | StackOverflowError e) {
            throw new MessageFailedException(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static Message text(JsonNode result, int bytesMax) {
        if (!result.isTextual() || result.textValue().isBlank()) {
            throw new MessageFailedException("the template made " + result.getNodeType() + ", a text is needed");
        }
        byte[] text = result.textValue().getBytes(StandardCharsets.UTF_8);
        if (text.length > bytesMax) {
            throw new MessageFailedException(tooLarge(bytesMax));
        }
        return new Message(text, "text/plain");
    }

    private static Message json(JsonNode result, int bytesMax) {
        if (result.isMissingNode() || result.isNull()) {
            throw new MessageFailedException("the template made nothing");
        }
        try {
            // What stands in a result many times is one object until it is written.
            BoundedBytes bytes = new BoundedBytes(bytesMax);
            JSON.writeValue(bytes, result);
            return new Message(bytes.toByteArray(), "application/json");
        } catch (IOException e) {
            throw new MessageFailedException(e.getMessage());
        }
    }

    private static String tooLarge(int bytesMax) {
        return "the message has more than " + bytesMax + " bytes (plantgate.effect.message-bytes-max); make it smaller";
    }

    private static final class BoundedBytes extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int bytesMax;

        BoundedBytes(int bytesMax) {
            this.bytesMax = bytesMax;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] more, int from, int length) throws IOException {
            if (length > bytesMax - bytes.size()) {
                throw new IOException(tooLarge(bytesMax));
            }
            bytes.write(more, from, length);
        }

        byte[] toByteArray() {
            return bytes.toByteArray();
        }
    }

    /** This effect's message cannot be made. */
    static final class MessageFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final boolean forNow;

        MessageFailedException(String message) {
            this(message, false);
        }

        private MessageFailedException(String message, boolean forNow) {
            super(message);
            this.forNow = forNow;
        }

        /** Nothing is wrong with the effect: it is tried again later. */
        static MessageFailedException forNow(String message) {
            return new MessageFailedException(message, true);
        }

        Outcome outcome() {
            if (forNow) {
                return new Outcome.NotDone("NO_MESSAGE_YET: " + getMessage(), LATER, false, Answer.NONE);
            }
            return new Outcome.Rejected("MESSAGE_FAILED: " + getMessage(), Answer.NONE);
        }
    }
}
