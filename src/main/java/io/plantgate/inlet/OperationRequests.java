package io.plantgate.inlet;

import io.plantgate.event.VisibleText;
import java.nio.charset.StandardCharsets;

/** Takes a request for a write to equipment as the bytes that came, and has the answer that the same would get over HTTP. */
public interface OperationRequests {

    /** Which kind of broker brought it. */
    enum Way {
        AMQP,
        MQTT
    }

    /**
     * Asks, and waits as long as the request itself wants to.
     *
     * @param client who asks: ids of two clients never meet
     * @param askedBy the person or system behind it, for whom the broker vouches; null or blank if it vouches for nobody, and
     *     then what needs an approval is refused: four eyes could not tell the asker from the approver
     * @param json the body of {@code POST /api/operations}; with {@code validUntil}, because nobody knows how long a broker
     *     has kept it
     * @throws io.plantgate.operation.OperationsUnreachableException if the database cannot be asked: do not acknowledge
     */
    Answer ask(Way way, String client, String askedBy, byte[] json);

    /**
     * What the asker hears.
     *
     * @param status as over HTTP: 201 new, 200 known, 422 another payload, 503 not now
     * @param body JSON
     */
    record Answer(int status, String contentType, byte[] body) {

        private static final int CHARS_MAX = 500;

        /** What a log says of an answer that nobody gets. It holds no values of the request. */
        public String words() {
            return status + " " + VisibleText.of(new String(body, StandardCharsets.UTF_8), CHARS_MAX);
        }

        /** True if the request was not taken. */
        public boolean refused() {
            return status >= 400;
        }
    }
}
