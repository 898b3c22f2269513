package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceSupport;

/**
 * The ledger for the stock {@code idempotentConsumer}: {@code idempotentRepository: "#ledger"}.
 *
 * <p>Identity and payload are read from the arrival in the body (put there by {@code intake:}), not from the key string,
 * which is only Camel's. Use {@code skipDuplicate: false} and {@code removeOnFailure: false}, then a {@code choice} on the
 * property {@value LedgerExchange#DECISION}: a CONFLICT is no duplicate to be skipped. It waits for the commit of each
 * message on the route's own thread.
 */
public final class LedgerIdempotentRepository extends ServiceSupport implements IdempotentRepository {

    private final Ledger ledger;

    private final Duration answerMax;

    /**
     * @param answerMax how long a message waits for its commit; beyond it the route fails with {@link LedgerBusyException}
     *     and its sender comes again, which does no harm
     */
    public LedgerIdempotentRepository(Ledger ledger, Duration answerMax) {
        this.ledger = ledger;
        this.answerMax = answerMax;
    }

    /**
     * Records the arrival in the body; true only if it is the canonical one.
     *
     * @throws SingleItemsOnlyException if the body is a stream of arrivals; nothing of it is read
     */
    @Override
    public boolean add(Exchange exchange, String key) {
        Decision decision = record(arrival(exchange.getMessage().getBody()));
        exchange.setProperty(LedgerExchange.DECISION, decision.verdict().name());
        exchange.setProperty(LedgerExchange.DECIDED, decision);
        return decision.verdict() == Verdict.CANONICAL;
    }

    // The body as it is: a converter might begin to read a stream.
    private static Arrival arrival(Object body) {
        if (body instanceof Iterator<?>) {
            throw new SingleItemsOnlyException();
        }
        if (body instanceof Arrival arrival) {
            return arrival;
        }
        throw new IllegalArgumentException(
                "idempotentConsumer on #ledger needs an arrival as body. Put intake:PROFILE before it in the route.");
    }

    private Decision record(Arrival arrival) {
        try {
            return ledger.offer(Unit.of(arrival))
                    .orElseThrow(ledger::refusal)
                    .get(answerMax.toMillis(), TimeUnit.MILLISECONDS)
                    .get(0);
        } catch (TimeoutException e) {
            throw new LedgerBusyException();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LedgerStoppedException("Interrupted while waiting for the ledger.");
        }
    }

    /** The exchange is always passed: without it there is no identity to decide on. */
    @Override
    public boolean add(String key) {
        throw new UnsupportedOperationException("The ledger decides on arrivals, not on key strings.");
    }

    /** False, always: nobody looks up before the insert; the insert decides. */
    @Override
    public boolean contains(String key) {
        return false;
    }

    /** Does nothing: what is recorded is never taken back. */
    @Override
    public boolean remove(String key) {
        return false;
    }

    /** Does nothing: an arrival is recorded when it is added. */
    @Override
    public boolean confirm(String key) {
        return true;
    }

    /** Refused: the ledger is evidence. */
    @Override
    public void clear() {
        throw new UnsupportedOperationException("The ledger is never cleared through Camel.");
    }
}
