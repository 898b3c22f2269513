package io.plantgate.delivery.sms;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.camel.Exchange;

/** Makes a provider's JSON of a text message: whom it goes to is resolved now, and the text is counted. */
public final class HttpSms {

    private static final int FIELDS = 4;

    private final SmsDelivery delivery;
    private final String roster;
    private final String to;
    private final String source;
    private final SegmentLimit limit;
    private final List<String> fields;

    /**
     * @param roster name of a roster, or none
     * @param to a fixed number, or none
     * @param source the sender, or none
     * @param tooLong reject or shorten
     * @param fields four names, separated by commas: of the number, the text, the sender and the key; none leaves one out
     */
    public HttpSms(
            SmsDelivery delivery,
            String roster,
            String to,
            String source,
            int segmentsMax,
            String tooLong,
            String fields) {
        this.delivery = delivery;
        this.roster = named(roster);
        this.to = named(to);
        this.source = named(source);
        this.limit = new SegmentLimit(
                ReferenceWidth.EIGHT_BITS, segmentsMax, TooLong.valueOf(tooLong.toUpperCase(Locale.ROOT)));
        this.fields = Arrays.stream(fields.split(",")).map(String::strip).toList();
        if (this.fields.size() != FIELDS) {
            throw new IllegalArgumentException(
                    "http-sms-target: fields names number, text, sender and key: to, text, from, key. Write none for one"
                            + " that the provider does not take.");
        }
        delivery.requireSomebody(this.to, this.roster);
    }

    static String named(String word) {
        return "none".equals(word) ? "" : word;
    }

    /** Replaces the body of a message that is to be sent; a status query stays as it is. */
    public void compose(Exchange exchange) {
        ClaimedEffect effect = EffectExchange.effect(exchange);
        if (effect.purpose() == Purpose.QUERY) {
            return;
        }
        try {
            SmsRequest request = SmsRequest.of(effect.message());
            Recipient recipient = delivery.recipient(request, to, roster);
            exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json");
            exchange.getMessage()
                    .setBody(body(effect, recipient, limit.fitted(request)).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            EffectExchange.settle(exchange, new Outcome.Rejected("MESSAGE_REFUSED: " + e.getMessage(), Answer.NONE));
            exchange.setRouteStop(true);
        }
    }

    private String body(ClaimedEffect effect, Recipient recipient, SmsText text) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        put(json, fields.get(0), recipient.address().text());
        put(json, fields.get(1), text.text());
        put(json, fields.get(2), source);
        put(json, fields.get(3), effect.idempotencyKey());
        return json.toString();
    }

    private static void put(ObjectNode json, String field, String value) {
        if (!"none".equals(field) && !value.isEmpty()) {
            json.put(field, value);
        }
    }
}
