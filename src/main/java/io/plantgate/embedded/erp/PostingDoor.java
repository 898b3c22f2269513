package io.plantgate.embedded.erp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpRequestHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The plain face: {@code POST /postings} under an {@code Idempotency-Key}, {@code GET /postings/KEY}. */
final class PostingDoor implements HttpRequestHandler {

    static final String KEY = "Idempotency-Key";

    private final SimulatedErp erp;
    private final String path;

    PostingDoor(SimulatedErp erp, String path) {
        this.erp = erp;
        this.path = path;
    }

    @Override
    public void handle(ClassicHttpRequest request, ClassicHttpResponse response, HttpContext context)
            throws HttpException, IOException {
        String body = request.getEntity() == null ? "" : EntityUtils.toString(request.getEntity());
        copy(answer(request, body), response);
    }

    static void copy(ClassicHttpResponse from, ClassicHttpResponse to) {
        to.setCode(from.getCode());
        for (Header header : from.getHeaders()) {
            to.addHeader(header);
        }
        to.setEntity(from.getEntity());
    }

    private ClassicHttpResponse answer(ClassicHttpRequest request, String body) throws IOException {
        if (!erp.admits(value(request, "Authorization"))) {
            ClassicHttpResponse refused = problem(401, "Who are you?");
            refused.addHeader("WWW-Authenticate", "Bearer");
            return refused;
        }
        String at = request.getPath().replaceFirst("\\?.*", "");
        if (at.startsWith(path + "/") && request.getMethod().equals("GET")) {
            return asked(URLDecoder.decode(at.substring(path.length() + 1), StandardCharsets.UTF_8));
        }
        if (!at.equals(path)) {
            return problem(404, "There is nothing at " + at);
        }
        return request.getMethod().equals("POST") ? posted(value(request, KEY), body) : problem(405, "POST only");
    }

    private ClassicHttpResponse posted(String key, String body) throws IOException {
        if (key == null || key.isBlank()) {
            return problem(400, KEY + " is missing");
        }
        erp.count(key);
        Turn turn = erp.turn(body);
        ClassicHttpResponse answer = turn.books() ? book(turn, key, body) : null;
        erp.pause(turn.pause());
        if (turn.ending() != Turn.Ending.ANSWERS) {
            return erp.endings().without(turn.ending());
        }
        return turn.answer() == null ? answer : said(turn.answer());
    }

    private ClassicHttpResponse book(Turn turn, String key, String body) {
        Books.Booking booking = turn.asks() > 0
                ? erp.books().queue(key, body, turn.asks())
                : erp.books().book(key, body);
        return switch (booking.result()) {
            case BOOKED -> json(201, booked(booking.posting()));
            case KNOWN -> replayed(booking.posting());
            case QUEUED -> inWork();
            case OTHER_BODY -> problem(422, "This key came with another content before");
        };
    }

    private ClassicHttpResponse asked(String key) {
        erp.count(key);
        return erp.books()
                .ask(key)
                .map(found -> found.posting() == null ? inWork() : json(200, booked(found.posting())))
                .orElseGet(() -> problem(404, "Nothing is known under this key"));
    }

    private static ClassicHttpResponse replayed(Posting posting) {
        ClassicHttpResponse again = json(201, booked(posting));
        again.addHeader("Idempotent-Replayed", "true");
        return again;
    }

    private static ClassicHttpResponse inWork() {
        ClassicHttpResponse later = json(202, object("status", "IN_WORK"));
        later.addHeader("Retry-After", "1");
        return later;
    }

    static ObjectNode booked(Posting posting) {
        return object("documentNumber", posting.documentNumber()).put("status", "BOOKED");
    }

    static ObjectNode object(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }

    static ClassicHttpResponse problem(int status, String title) {
        ClassicHttpResponse problem = new BasicClassicHttpResponse(status);
        problem.setEntity(
                new StringEntity(object("title", title).toString(), ContentType.create("application/problem+json")));
        return problem;
    }

    static ClassicHttpResponse json(int status, ObjectNode body) {
        ClassicHttpResponse json = new BasicClassicHttpResponse(status);
        json.setEntity(new StringEntity(body.toString(), ContentType.APPLICATION_JSON));
        return json;
    }

    private static ClassicHttpResponse said(Turn.Said said) {
        ClassicHttpResponse response = new BasicClassicHttpResponse(said.status());
        for (Map.Entry<String, String> header : said.headers().entrySet()) {
            response.addHeader(header.getKey(), header.getValue());
        }
        if (!said.body().isEmpty()) {
            response.setEntity(new StringEntity(said.body(), ContentType.parse(said.contentType() + ";charset=UTF-8")));
        }
        return response;
    }

    static String value(ClassicHttpRequest request, String header) {
        Header found = request.getFirstHeader(header);
        return found == null ? null : found.getValue();
    }
}
