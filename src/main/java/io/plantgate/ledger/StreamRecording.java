package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.ledger.Lanes.Handing;
import io.plantgate.ledger.Lanes.Lane;
import io.plantgate.ledger.LedgerExchange.DecisionSink;
import io.plantgate.ledger.LedgerExchange.ImportPlan;
import io.plantgate.ledger.LedgerExchange.StreamSummary;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.camel.Exchange;

/**
 * One stream on its way into the ledger: cut into chunks, a few of them in flight, decisions told in order. Memory is
 * bounded by the chunks in flight, whatever the stream's length. Full chunks are dealt out to {@linkplain Lanes lanes}.
 */
final class StreamRecording {

    // Part of how an import is cut, so it must not change between two tries: a constant, not a setting.
    private static final long CHUNK_BYTES_MAX = 4L << 20;

    private final Ledger ledger;
    private final ImportPlan plan;
    private final DecisionSink sink;
    private final String orderKey;
    private final int arrivalsMax;
    private final ArrayDeque<CompletableFuture<List<Decision>>> inFlight = new ArrayDeque<>();
    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    private long skipped;
    private long chunkNo;
    private long firstRow = 1;
    private boolean dividedBefore;

    StreamRecording(Ledger ledger, Exchange exchange) {
        this.ledger = ledger;
        this.plan = exchange.getProperty(LedgerExchange.IMPORT_PLAN, ImportPlan.class);
        DecisionSink wanted = exchange.getProperty(LedgerExchange.DECISION_SINK, DecisionSink.class);
        this.sink = wanted == null ? decisions -> {} : wanted;
        // A stream keeps its own order; streams that come at once have none among each other.
        this.orderKey = exchange.getExchangeId();
        this.arrivalsMax = plan == null ? ledger.chunkArrivalsMax() : plan.chunkArrivals();
    }

    StreamSummary record(Iterator<?> arrivals) throws InterruptedException {
        try {
            while (arrivals.hasNext()) {
                hand(nextChunk(arrivals));
            }
            while (!inFlight.isEmpty()) {
                hear();
            }
        } catch (UncheckedIOException brokenStream) {
            // What was read before is decided, and its sender hears of it.
            while (!inFlight.isEmpty()) {
                hear();
            }
            throw brokenStream;
        }
        return summary();
    }

    private List<Arrival> nextChunk(Iterator<?> arrivals) {
        List<Arrival> chunk = new ArrayList<>(arrivalsMax);
        long bytes = 0;
        while (chunk.size() < arrivalsMax && bytes < CHUNK_BYTES_MAX && arrivals.hasNext()) {
            Arrival arrival = (Arrival) arrivals.next();
            chunk.add(arrival);
            bytes += arrival.delivery().raw().kept().length;
        }
        return chunk;
    }

    private void hand(List<Arrival> chunk) throws InterruptedException {
        // A chunk that is not full, the last one and so all of a short stream, stays in one transaction.
        boolean divided = chunk.size() == arrivalsMax && chunk.stream().allMatch(OrderKey::coversItsSource);
        while (inFlight.size() >= ledger.chunksInFlight() || !inFlight.isEmpty() && divided != dividedBefore) {
            hear();
        }
        dividedBefore = divided;
        Handing handing = lane -> put(lane, divided ? Lanes.key(orderKey, lane.number()) : orderKey);
        inFlight.add(divided ? new Lanes(chunk).put(handing) : handing.put(Lane.whole(chunk)));
        chunkNo++;
        firstRow += chunk.size();
    }

    private CompletableFuture<List<Decision>> put(Lane lane, String key) throws InterruptedException {
        if (plan == null) {
            return ledger.put(Unit.ofInlet(key, lane.arrivals()));
        }
        long number = chunkNo * Lanes.NUMBER + lane.number();
        if (plan.recorded().test(number)) {
            skipped += lane.arrivals().size();
            return CompletableFuture.completedFuture(List.of());
        }
        List<Long> rows =
                lane.positions().stream().map(position -> firstRow + position).toList();
        return ledger.put(Unit.ofImport(key, lane.arrivals(), new Unit.Chunk(plan.importId(), number, rows)));
    }

    // Interruptible: whoever waits for a stream's sender may give up while PostgreSQL is away.
    private void hear() throws InterruptedException {
        List<Decision> decisions = decided(inFlight.remove());
        decisions.forEach(decision -> counts.merge(decision.verdict(), 1L, Long::sum));
        sink.accept(decisions);
    }

    private static List<Decision> decided(CompletableFuture<List<Decision>> chunk) throws InterruptedException {
        try {
            return chunk.get();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    private StreamSummary summary() {
        return new StreamSummary(
                counts.getOrDefault(Verdict.CANONICAL, 0L),
                counts.getOrDefault(Verdict.DUPLICATE, 0L),
                counts.getOrDefault(Verdict.CONFLICT, 0L),
                counts.getOrDefault(Verdict.INCOMPLETE, 0L),
                counts.getOrDefault(Verdict.QUARANTINED, 0L),
                skipped);
    }
}
