package io.plantgate.inlet.http;

import io.plantgate.inlet.Announcement;
import io.plantgate.inlet.ImportRow.State;
import io.plantgate.inlet.Imports;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.IntakeExchange.HeaderSink;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.LedgerExchange.ImportPlan;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Posted streams with a header row, as imports: only with that row can theirs be read again, to complete, to release or
 * to compare them. A post cannot go on after a stop, its sender sends all of it again.
 */
final class PostedImports {

    private static final Logger LOG = LoggerFactory.getLogger(PostedImports.class);

    private static final String LEFT =
            "The gateway stopped before the end of this post was written down. Rows that were"
                    + " recorded are decided; sent again they turn out as duplicates.";

    private final Imports imports;
    private final String node;
    private final int chunkRows;
    // At most one per reader and outage: while the store is away no import begins.
    private final Queue<Ending> unsettled = new ConcurrentLinkedQueue<>();

    PostedImports(Imports imports, String node, int chunkRows) {
        this.imports = imports;
        this.node = node;
        this.chunkRows = chunkRows;
    }

    private record Ending(long importId, State state, String reason, long bytes) {}

    /** Settles what a killed gateway left running; before the first post. */
    void settleLeft() {
        int left = imports.settlePosted(node, LEFT);
        if (left > 0) {
            LOG.warn("{} posted streams had not come to their end when this node stopped; settled as failed.", left);
        }
    }

    /**
     * Announces the stream, and tells its exchange how it is cut and where its header is kept. Does nothing for formats
     * whose rows tell their own names.
     */
    void begin(Post post, Framing framing, Exchange exchange) {
        if (!post.profile().streamsHaveHeader()) {
            return;
        }
        settleUnsettled();
        long importId = imports.announce(new Announcement(
                post.inlet(), node, post.profile(), framing, post.request(), null, chunkRows, post.arrivalAt()));
        HeaderSink header = bytes -> imports.keepHeader(importId, bytes);
        exchange.setProperty(IntakeExchange.HEADER_SINK, header);
        exchange.setProperty(LedgerExchange.IMPORT_PLAN, new ImportPlan(importId, chunkRows, chunk -> false));
    }

    /**
     * Writes down how the stream ended.
     *
     * @param failure what its sender is told, or null
     * @param bytes how much of it was read, unpacked
     */
    void end(Exchange exchange, String failure, long bytes) {
        ImportPlan plan = exchange.getProperty(LedgerExchange.IMPORT_PLAN, ImportPlan.class);
        if (plan != null) {
            State whole = bytes == 0 ? State.EMPTY : State.DONE;
            settle(new Ending(plan.importId(), failure == null ? whole : State.FAILED, failure, bytes));
        }
    }

    private void settle(Ending ending) {
        try {
            imports.settle(ending.importId(), ending.state(), ending.reason(), ending.bytes());
        } catch (DataAccessException e) {
            // Its rows are what they are: the sender hears of them all the same.
            LOG.warn(
                    "import {} is {}; that is written down later: {}",
                    ending.importId(),
                    ending.state(),
                    e.getMessage());
            unsettled.add(ending);
        }
    }

    private void settleUnsettled() {
        for (Ending ending = unsettled.poll(); ending != null; ending = unsettled.poll()) {
            try {
                imports.settle(ending.importId(), ending.state(), ending.reason(), ending.bytes());
            } catch (DataAccessException e) {
                unsettled.add(ending);
                throw e;
            }
        }
    }
}
