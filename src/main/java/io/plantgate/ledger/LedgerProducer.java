package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Hands arrivals to the ledger. A single one is asynchronous and never blocks the transport's thread; the exchange goes
 * on after the commit. An iterator is read on the caller's thread, chunk by chunk, until its last decision.
 */
final class LedgerProducer extends DefaultAsyncProducer {

    private final Ledger ledger;

    LedgerProducer(LedgerEndpoint endpoint, Ledger ledger) {
        super(endpoint);
        this.ledger = ledger;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Object body = exchange.getMessage().getBody();
        if (body instanceof Arrival arrival) {
            return recordOne(exchange, arrival, callback);
        }
        if (body instanceof Iterator<?> arrivals) {
            recordAll(exchange, arrivals);
        } else {
            exchange.setException(
                    new IllegalArgumentException("ledger:record needs an arrival or an iterator of arrivals"
                            + " as body, not "
                            + (body == null ? "nothing" : body.getClass().getName())
                            + ". Put intake:PROFILE before it in the route."));
        }
        callback.done(true);
        return true;
    }

    private boolean recordOne(Exchange exchange, Arrival arrival, AsyncCallback callback) {
        Optional<CompletableFuture<List<Decision>>> decisions;
        try {
            decisions = ledger.offer(Unit.of(arrival));
        } catch (LedgerStoppedException e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
        if (decisions.isEmpty()) {
            exchange.setException(ledger.refusal());
            callback.done(true);
            return true;
        }
        decisions.get().whenComplete((decided, failure) -> {
            if (failure != null) {
                exchange.setException(unwrapped(failure));
            } else {
                leave(exchange, arrival, decided.get(0));
            }
            callback.done(false);
        });
        return false;
    }

    private static void leave(Exchange exchange, Arrival arrival, Decision decision) {
        exchange.getMessage().setBody(decision);
        if (decision instanceof Decision.Canonical canonical) {
            exchange.setProperty(LedgerExchange.LATE, canonical.late());
            exchange.setProperty(LedgerExchange.FORWARD, !canonical.late() || !isStrict(arrival));
        }
        exchange.setProperty(LedgerExchange.DECIDED, decision);
        exchange.setProperty(LedgerExchange.DECISION, decision.verdict().name());
    }

    private static boolean isStrict(Arrival arrival) {
        return arrival.reading() instanceof Event event
                && event.numbering() != null
                && event.numbering().strict();
    }

    private void recordAll(Exchange exchange, Iterator<?> arrivals) {
        try {
            exchange.getMessage().setBody(new StreamRecording(ledger, exchange).record(arrivals));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.setException(e);
        } catch (RuntimeException e) {
            exchange.setException(unwrapped(e));
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
