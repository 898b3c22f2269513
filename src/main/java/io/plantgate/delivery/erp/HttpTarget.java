package io.plantgate.delivery.erp;

import io.plantgate.delivery.erp.TargetSettings.Target;
import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Failures;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import java.time.Duration;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/**
 * One channel's target over HTTP: makes requests of effects, sends them through connections of its own, and settles the
 * effects by what is answered. A request is sent once per attempt: nothing here sends again or follows a redirect.
 */
public final class HttpTarget implements HttpClientConfigurer {

    private static final int REASON_BYTES_MAX = 500;

    private final TargetConnections connections;
    private final int answerBytesMax;
    private final Addresses addresses;
    private final ODataBatch batch;
    private final Credentials ownCredentials;
    private final Judge judge;
    private volatile Credentials credentials;

    /**
     * @param name of the target under {@code plantgate.delivery.erp.targets}
     * @param connections {@code single}: one request on each; {@code kept}: one after the other
     * @param concurrency requests at a time, and so connections
     * @param connectMillis until a connection stands
     * @param deadlineMillis until the whole answer is there, counted from the beginning
     * @param answerBytesMax bytes of an answer that are read; a longer one proves nothing
     * @param batch {@code none}, or {@code odata} for a JSON batch
     * @param batchMax effects in one request
     * @throws IllegalStateException if the configuration does not say where the target is
     */
    public HttpTarget(
            HttpTargets targets,
            String name,
            String connections,
            int concurrency,
            int connectMillis,
            int deadlineMillis,
            int answerBytesMax,
            String batch,
            int batchMax,
            AnswerTerms terms) {
        Target target = targets.target(name);
        this.connections = new TargetConnections(
                targets,
                target,
                connections.equals("single"),
                concurrency,
                Duration.ofMillis(connectMillis),
                Duration.ofMillis(deadlineMillis),
                answerBytesMax);
        this.answerBytesMax = answerBytesMax;
        this.addresses = new Addresses(target.url(), target.queryUrl(), target.itemUrl());
        this.batch = batch.equals("odata") ? new ODataBatch(addresses) : null;
        if (this.batch == null && batchMax > 1) {
            throw new IllegalArgumentException(
                    "http-target: batchMax is " + batchMax + " and batch is none. Set batch: odata, or batchMax: 1.");
        }
        this.ownCredentials = targets.credentials(target);
        this.credentials = ownCredentials;
        this.judge = new Judge(terms, addresses.canAsk(), () -> credentials.secrets(), targets.clock());
    }

    @Override
    public void configureHttpClient(HttpClientBuilder client) {
        credentials = connections.configure(client, ownCredentials);
    }

    /** Makes the request: address, method, headers and body. */
    public void prepare(Exchange exchange) {
        List<ClaimedEffect> effects = EffectExchange.effects(exchange);
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        if (batch != null) {
            prepareBatch(exchange, effects);
        } else if (EffectExchange.effect(exchange).purpose() == Purpose.QUERY) {
            prepareQuery(exchange, effects.get(0));
        } else {
            prepareSending(message, effects.get(0));
        }
    }

    private void prepareSending(Message message, ClaimedEffect effect) {
        to(message, "POST", addresses.post());
        message.setHeader(EffectExchange.IDEMPOTENCY_KEY, effect.idempotencyKey());
        message.setHeader(Exchange.CONTENT_TYPE, effect.message().contentType());
        message.setBody(effect.message().body());
    }

    private void prepareQuery(Exchange exchange, ClaimedEffect effect) {
        if (!addresses.canAsk()) {
            EffectExchange.settle(
                    exchange,
                    new Outcome.Unknown("CANNOT_ASK: the target has no query-url in the configuration", Answer.NONE));
            exchange.setRouteStop(true);
            return;
        }
        to(exchange.getMessage(), "GET", addresses.query(effect));
        exchange.getMessage().setHeader(EffectExchange.IDEMPOTENCY_KEY, effect.idempotencyKey());
        exchange.getMessage().setBody(null);
    }

    private void prepareBatch(Exchange exchange, List<ClaimedEffect> effects) {
        Message message = exchange.getMessage();
        try {
            message.setBody(batch.request(effects));
        } catch (ODataBatch.MessageNotJsonException e) {
            // The others are as they were: not a byte was sent.
            EffectExchange.settle(
                    exchange,
                    new Outcome.NotDone(
                            "NOT_SENT: its batch held a message that is no JSON", null, false, Answer.NONE));
            EffectExchange.settle(
                    exchange, e.effectId(), new Outcome.Rejected("MESSAGE_FAILED: " + e.getMessage(), Answer.NONE));
            exchange.setRouteStop(true);
            return;
        }
        to(message, "POST", addresses.post());
        ODataBatch.HEADERS.forEach(message::setHeader);
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
    }

    private static void to(Message message, String method, String address) {
        message.setHeader(Exchange.HTTP_METHOD, method);
        message.setHeader(Exchange.HTTP_URI, address);
        message.setHeader("Accept", "application/json");
    }

    /** Settles the effects by the answer. */
    public void judge(Exchange exchange) {
        List<ClaimedEffect> effects = EffectExchange.effects(exchange);
        HttpAnswer answer = answer(exchange.getMessage());
        effects.forEach(effect -> EffectExchange.settle(
                exchange, effect.effectId(), batch == null ? judge.judge(effect, answer) : ofBatch(effect, answer)));
    }

    private Outcome ofBatch(ClaimedEffect effect, HttpAnswer whole) {
        if (whole.status() == 200) {
            return ODataBatch.of(effect, whole)
                    .map(item -> judge.judge(effect, item))
                    .orElseGet(() -> judge.missing(whole));
        }
        return judge.refusedBatch(effect, whole);
    }

    private HttpAnswer answer(Message message) {
        byte[] body = message.getBody(byte[].class);
        byte[] bytes = body == null ? new byte[0] : body;
        return new HttpAnswer(
                message.getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class),
                message.getHeader("Retry-After", String.class),
                message.getHeader("Location", String.class),
                bytes,
                bytes.length <= answerBytesMax,
                message.getHeader(GuardedSending.RENEWED, String.class) != null);
    }

    /** Settles the effects by what kept the answer away. */
    public void failed(Exchange exchange) {
        Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Outcome outcome = failure instanceof CredentialsRefusedException
                ? new Outcome.TargetStopped("CREDENTIALS_REFUSED: " + bounded(failure.getMessage()), Answer.NONE)
                : Failures.outcome(failure);
        EffectExchange.effects(exchange)
                .forEach(effect -> EffectExchange.settle(exchange, effect.effectId(), of(effect, outcome)));
    }

    private static String bounded(String text) {
        return new Answer(null, text).masked().cut(REASON_BYTES_MAX).text();
    }

    // A question that was lost changes nothing, whether it was heard or not.
    private static Outcome of(ClaimedEffect effect, Outcome outcome) {
        return effect.purpose() == Purpose.QUERY && outcome instanceof Outcome.Unknown
                ? new Outcome.NotDone(outcome.reason(), null, true, outcome.answer())
                : outcome;
    }
}
