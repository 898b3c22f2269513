package io.plantgate.embedded.erp;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the simulated ERP does with one request.
 *
 * @param books whether it books at all
 * @param pause how long it takes before its ending
 * @param ending what the client sees
 * @param answer what it answers, or null for what a well-behaved ERP says
 * @param asks of a posting that is booked later: status queries that still hear that it is in work; else 0
 */
public record Turn(boolean books, Duration pause, Ending ending, Said answer, int asks) {

    /** How a request ends. */
    public enum Ending {
        /** An answer comes. */
        ANSWERS,
        /** The connection is closed in good order, without an answer. */
        CLOSES,
        /** The connection is reset, without an answer. */
        RESETS,
        /** Nothing comes, for ever. */
        HANGS,
        /** The head of an answer comes, and then a byte now and then, for ever. */
        TRICKLES,
        /** An answer comes that does not end. */
        GOES_ON
    }

    /** An answer word for word. */
    public record Said(int status, String contentType, String body, Map<String, String> headers) {}

    /** Books and answers at once. */
    public static Turn well() {
        return new Turn(true, Duration.ZERO, Ending.ANSWERS, null, 0);
    }

    /** Books at once, and answers after that time. */
    public static Turn late(Duration pause) {
        return new Turn(true, pause, Ending.ANSWERS, null, 0);
    }

    /** Books, then ends so. */
    public static Turn booksThen(Ending ending) {
        return new Turn(true, Duration.ZERO, ending, null, 0);
    }

    /** Books nothing, and ends so. */
    public static Turn only(Ending ending) {
        return new Turn(false, Duration.ZERO, ending, null, 0);
    }

    /** Answers 202; books once it was asked so often. */
    public static Turn acceptsFor(int asks) {
        return new Turn(true, Duration.ZERO, Ending.ANSWERS, null, asks);
    }

    /** Books nothing and answers so, as JSON. */
    public static Turn says(int status, String json) {
        return says(status, "application/json", json);
    }

    /** Books nothing and answers so. */
    public static Turn says(int status, String contentType, String body) {
        return new Turn(false, Duration.ZERO, Ending.ANSWERS, new Said(status, contentType, body, Map.of()), 0);
    }

    /** What stands between a gateway and an ERP once a session is over: 200, and a page to log in on. */
    public static Turn loginPage() {
        return says(200, "text/html", "<html><body><form action=\"/login\">Please log in</form></body></html>");
    }

    /** The same answer with one more header. */
    public Turn with(String header, String value) {
        Map<String, String> headers = new LinkedHashMap<>(answer.headers());
        headers.put(header, value);
        return new Turn(
                books, pause, ending, new Said(answer.status(), answer.contentType(), answer.body(), headers), asks);
    }

    /** The same answer, from an ERP that has booked before it gives it. */
    public Turn afterBooking() {
        return new Turn(true, pause, ending, answer, asks);
    }
}
