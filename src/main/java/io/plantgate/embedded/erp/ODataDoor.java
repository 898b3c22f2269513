package io.plantgate.embedded.erp;

import static io.plantgate.embedded.erp.PostingDoor.json;
import static io.plantgate.embedded.erp.PostingDoor.object;
import static io.plantgate.embedded.erp.PostingDoor.problem;
import static io.plantgate.embedded.erp.PostingDoor.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpRequestHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The OData face: {@code POST $batch} with a JSON batch (OASIS OData JSON Format 4.01, chapter 19), whose answer is 200
 * whatever became of its items, and CSRF tokens. Each item takes a turn of its own.
 */
final class ODataDoor implements HttpRequestHandler {

    private static final Pattern ASKED = Pattern.compile("Postings\\('(.*)'\\)");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SimulatedErp erp;
    private final String path;

    ODataDoor(SimulatedErp erp, String path) {
        this.erp = erp;
        this.path = path;
    }

    @Override
    public void handle(ClassicHttpRequest request, ClassicHttpResponse response, HttpContext context)
            throws HttpException, IOException {
        String body = request.getEntity() == null ? "" : EntityUtils.toString(request.getEntity());
        PostingDoor.copy(answer(request, body), response);
    }

    private ClassicHttpResponse answer(ClassicHttpRequest request, String body) throws IOException {
        if (!erp.admits(value(request, "Authorization"))) {
            return problem(401, "Who are you?");
        }
        if (request.getMethod().equals("GET")) {
            return read(request);
        }
        if (!erp.sessions().knows(request)) {
            ClassicHttpResponse refused = problem(403, "CSRF token validation failed");
            refused.addHeader(Sessions.TOKEN, "Required");
            return refused;
        }
        return request.getPath().equals(path + "/$batch") ? batch(body) : problem(404, "Use $batch");
    }

    private ClassicHttpResponse read(ClassicHttpRequest request) {
        ClassicHttpResponse document = json(200, object("@odata.context", "$metadata"));
        if ("Fetch".equalsIgnoreCase(value(request, Sessions.TOKEN))) {
            String session = erp.sessions().begin();
            document.addHeader(Sessions.TOKEN, session);
            document.addHeader("Set-Cookie", Sessions.COOKIE + "=" + session + "; Path=/; HttpOnly");
        }
        return document;
    }

    private ClassicHttpResponse batch(String body) throws IOException {
        ArrayNode answers = JsonNodeFactory.instance.arrayNode();
        try {
            for (JsonNode item : JSON.readTree(body).path("requests")) {
                ObjectNode answer = item(item);
                if (answer == null) {
                    return erp.endings().without(Turn.Ending.CLOSES);
                }
                answers.add(answer);
            }
        } catch (JsonProcessingException e) {
            return problem(400, "That is no JSON batch");
        }
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.set("responses", answers);
        return json(200, all);
    }

    // Null where the turn wants the whole batch to go without an answer.
    private ObjectNode item(JsonNode item) {
        Matcher asked = ASKED.matcher(item.path("url").asText());
        if (asked.matches()) {
            return asked(item, asked.group(1));
        }
        String key = item.path("headers").path(PostingDoor.KEY).asText();
        erp.count(key);
        Turn turn = erp.turn(item.path("body").toString());
        ObjectNode answer = turn.books() ? book(item, key) : null;
        erp.pause(turn.pause());
        if (turn.ending() != Turn.Ending.ANSWERS) {
            return null;
        }
        return turn.answer() == null ? answer : said(item, turn.answer());
    }

    private ObjectNode book(JsonNode item, String key) {
        Books.Booking booking = erp.books().book(key, item.path("body").toString());
        return booking.result() == Books.Result.OTHER_BODY
                ? response(item, 422, error("This key came with another content before"))
                : response(item, 201, PostingDoor.booked(booking.posting()));
    }

    private ObjectNode asked(JsonNode item, String key) {
        erp.count(key);
        return erp.books().of(key).stream()
                .findFirst()
                .map(posting -> response(item, 200, PostingDoor.booked(posting)))
                .orElseGet(() -> response(item, 404, error("Not found")));
    }

    private static ObjectNode said(JsonNode item, Turn.Said said) {
        try {
            return response(item, said.status(), JSON.readTree(said.body().isEmpty() ? "null" : said.body()));
        } catch (JsonProcessingException e) {
            return response(item, said.status(), JsonNodeFactory.instance.textNode(said.body()));
        }
    }

    private static ObjectNode response(JsonNode item, int status, JsonNode body) {
        ObjectNode response = object("id", item.path("id").asText()).put("status", status);
        response.putObject("headers").put("Content-Type", "application/json");
        response.set("body", body);
        return response;
    }

    private static ObjectNode error(String message) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.putObject("error").put("message", message);
        return error;
    }
}
