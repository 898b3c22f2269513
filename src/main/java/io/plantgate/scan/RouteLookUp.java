package io.plantgate.scan;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Scan;
import io.plantgate.event.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ProducerTemplate;

/**
 * Looks codes up through a route of the site, {@code direct:NAME}. The route is given a map ({@link LookUp#question}) and
 * answers with a map or a list of them (what {@code sql:} answers), or with JSON; the first counts. No row, an empty body or none
 * at all: the code is unknown. The question is there as JSON too, as the exchange property {@value #QUESTION}. It may answer {@code bind_sn}, {@code bind_lot}, {@code work_order}, {@code pending},
 * and a {@code scan_result}, {@code result_code} and {@code result_message} of its own.
 */
final class RouteLookUp implements LookUp {

    static final String QUESTION = "plantgateScanQuestion";

    private static final ObjectMapper JSON = new ObjectMapper();
    // As much as a client may say; longer ones do not fit into the indexes that find them.
    private static final int TEXT_CHARS_MAX = 200;
    private static final int MESSAGE_CHARS_MAX = 1000;
    private static final List<String> RESULTS = List.of("ok", "not ok", "pending", "unknown barcode");

    private final CamelContext camel;
    private final String name;
    private volatile ProducerTemplate template;
    private volatile Boolean consumed;

    RouteLookUp(CamelContext camel, String name) {
        this.camel = camel;
        this.name = name;
    }

    @Override
    public boolean ready() {
        return camel.getStatus().isStarted();
    }

    // Asked for every scan, so it is looked for once: routes of a site do not change while it runs.
    @Override
    public boolean asks() {
        Boolean known = consumed;
        if (known == null) {
            known = camel.getRoutes().stream()
                    .anyMatch(route -> route.getEndpoint().getEndpointBaseUri().equals("direct://" + name));
            consumed = known;
        }
        return known;
    }

    @Override
    public Finding find(Scan scan) throws IOException {
        Map<String, Object> question = LookUp.question(scan);
        String json = JSON.writeValueAsString(question);
        Exchange answered = template().request("direct:" + name + "?block=false", exchange -> {
            exchange.setProperty(QUESTION, json);
            exchange.getMessage().setBody(question);
        });
        if (answered.getException() != null) {
            throw new CamelExecutionException("the look-up failed", answered, answered.getException());
        }
        return first(read(answered.getMessage())).map(RouteLookUp::finding).orElse(Finding.UNKNOWN);
    }

    /** Rows as they are; anything else is read as JSON. */
    private static Object read(Message answer) throws IOException {
        Object body = answer.getBody();
        if (body == null || body instanceof List<?> || body instanceof Map<?, ?>) {
            return body;
        }
        byte[] text = answer.getBody(byte[].class);
        return text == null || text.length == 0 ? null : JSON.readValue(text, Object.class);
    }

    private ProducerTemplate template() {
        ProducerTemplate made = template;
        if (made == null) {
            made = camel.createProducerTemplate();
            template = made;
        }
        return made;
    }

    private static Optional<Map<?, ?>> first(Object body) {
        Object row = body instanceof List<?> rows ? (rows.isEmpty() ? null : rows.get(0)) : body;
        if (row == null || row instanceof Map<?, ?> empty && empty.isEmpty()) {
            return Optional.empty();
        }
        if (row instanceof Map<?, ?> map) {
            return Optional.of(map);
        }
        throw new IllegalStateException("the look-up's route answered with a "
                + row.getClass().getSimpleName() + "; expected is a map, a list of maps, or JSON of these.");
    }

    private static Finding finding(Map<?, ?> row) {
        String result = text(row, "scan_result");
        if (result != null && !RESULTS.contains(result)) {
            throw new IllegalStateException("the look-up's route answered scan_result '" + result
                    + "'; expected is one of " + String.join(", ", RESULTS) + ".");
        }
        if ("unknown barcode".equals(result)) {
            return Finding.UNKNOWN;
        }
        boolean pending = "true".equals(text(row, "pending")) || "pending".equals(result);
        String message = text(row, "result_message");
        return new Finding(
                pending ? Finding.Kind.PENDING : Finding.Kind.KNOWN,
                name(row, "bind_sn"),
                name(row, "bind_lot"),
                name(row, "work_order"),
                result,
                name(row, "result_code"),
                message == null ? null : VisibleText.of(message, MESSAGE_CHARS_MAX));
    }

    /** A text that can be kept and found again; refused is what cannot, as a look-up that failed. */
    private static String name(Map<?, ?> row, String field) {
        String text = text(row, field);
        if (text != null && !text.equals(VisibleText.of(text, TEXT_CHARS_MAX))) {
            throw new IllegalStateException("the look-up's route answered a " + field + " of " + text.length()
                    + " characters; expected are at most " + TEXT_CHARS_MAX + ", none of them a control character.");
        }
        return text;
    }

    private static String text(Map<?, ?> row, String name) {
        Object value = row.get(name);
        return value == null || value.toString().isBlank() ? null : value.toString();
    }
}
