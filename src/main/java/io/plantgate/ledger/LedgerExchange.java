package io.plantgate.ledger;

import java.util.List;
import java.util.function.LongPredicate;

/** Names and values that {@code ledger:record} reads from an exchange and leaves on it. */
public final class LedgerExchange {

    /** Property left for a {@code choice}: the word of the decision, a {@link Verdict} name. Single arrivals only. */
    public static final String DECISION = "plantgateDecision";

    /** Property left for the inlet: the {@link Decision} itself, whatever later steps make of the body. Single arrivals only. */
    public static final String DECIDED = "plantgateDecided";

    /**
     * Property left with a CANONICAL decision: true if the event belongs before others that are recorded already: of an
     * older boot, or lower than the highest number of its sequence. Single arrivals only.
     */
    public static final String LATE = "plantgateLate";

    /**
     * Property left with a CANONICAL decision, for a {@code choice}: false if the profile says that this first arrival is
     * recorded and not handed on ({@code order: strict}, and late). Single arrivals only.
     */
    public static final String FORWARD = "plantgateForward";

    /** Property read: a {@link DecisionSink} that hears the decisions of a stream, in order. */
    public static final String DECISION_SINK = "plantgateDecisionSink";

    /** Property read: the {@link ImportPlan} of a stream whose chunks are numbered. */
    public static final String IMPORT_PLAN = "plantgateImportPlan";

    /**
     * Names the way in which a stream's rows are dealt out to numbered chunks. Another name says that the same number may now mean
     * other rows, so that an import begun under it must not go on.
     */
    public static final String DEALING = "two lanes by order key, where it covers the source";

    private LedgerExchange() {}

    /** Hears the decisions of a stream, in order, one call at a time, on the thread that reads the stream. */
    @FunctionalInterface
    public interface DecisionSink {
        void accept(List<Decision> decisions);
    }

    /**
     * How an import is cut into chunks.
     *
     * @param importId row of the table {@code import}
     * @param chunkArrivals arrivals in a chunk; the same for every try of this import
     * @param recorded tells which chunk numbers ({@link Unit.Chunk#chunkNo}) are there already and are skipped
     */
    public record ImportPlan(long importId, int chunkArrivals, LongPredicate recorded) {}

    /**
     * The body after a stream: how many items were decided as what.
     *
     * @param skipped items of chunks that an earlier try had recorded
     */
    public record StreamSummary(
            long canonical, long duplicate, long conflict, long incomplete, long quarantined, long skipped) {
        public long decided() {
            return canonical + duplicate + conflict + incomplete + quarantined;
        }
    }
}
