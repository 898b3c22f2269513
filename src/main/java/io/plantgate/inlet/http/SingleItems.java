package io.plantgate.inlet.http;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.Unit;
import io.plantgate.ledger.Verdict;
import org.apache.camel.Exchange;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

/** Sends one item through its route; the answer follows its decision, no thread waits for it. */
final class SingleItems {

    private static final Reading NOT_GZIP = Reading.Undecodable.because(
            ReasonCode.NOT_DECODABLE,
            "Content-Encoding says gzip, and the bytes cannot be unpacked to their end. Send them whole, or plain.");

    private final RestRoutes routes;
    private final Ledger ledger;
    private final Failures failures;
    private final QuarantineRate rate;

    SingleItems(RestRoutes routes, Ledger ledger, Failures failures, QuarantineRate rate) {
        this.routes = routes;
        this.ledger = ledger;
        this.failures = failures;
        this.rate = rate;
    }

    void receive(Post post, RawBytes raw, DeferredResult<ResponseEntity<Object>> result) {
        Exchange exchange = routes.newExchange();
        exchange.setProperty(IntakeExchange.PROFILE, post.profile().name());
        exchange.setProperty(IntakeExchange.DELIVERY, delivery(post, raw));
        exchange.getMessage().setBody(raw.kept());
        routes.send(post.profile().name(), exchange, doneSync -> answer(post, exchange, result));
    }

    /** Keeps bytes that are no gzip although they say so; no route sees what nobody can unpack. */
    void quarantine(Post post, RawBytes raw, DeferredResult<ResponseEntity<Object>> result) {
        Arrival arrival = new Arrival(delivery(post, raw), post.profile().version(), NOT_GZIP);
        ledger.offer(Unit.of(arrival))
                .ifPresentOrElse(
                        decisions -> decisions.whenComplete((decided, failure) -> {
                            if (failure == null) {
                                answer(post, decided.get(0), result);
                            } else {
                                result.setResult(failures.answer(failure));
                            }
                        }),
                        () -> result.setResult(failures.answer(ledger.refusal())));
    }

    // Whatever steps behind the ledger did: the sender must not believe that nothing was kept.
    private void answer(Post post, Exchange exchange, DeferredResult<ResponseEntity<Object>> result) {
        Decision decision = exchange.getProperty(LedgerExchange.DECIDED, Decision.class);
        if (decision == null) {
            result.setResult(failures.answer(exchange.getException()));
        } else {
            answer(post, decision, result);
        }
    }

    private void answer(Post post, Decision decision, DeferredResult<ResponseEntity<Object>> result) {
        if (decision.verdict() == Verdict.QUARANTINED) {
            rate.count(post.credential());
        }
        post.answers()
                .single(decision)
                .whenComplete(
                        (answer, failure) -> result.setResult(failure == null ? answer : failures.answer(failure)));
    }

    private static Delivery delivery(Post post, RawBytes raw) {
        return new Delivery(post.arrivalAt(), post.inlet(), raw, post.facts(), post.credential());
    }
}
