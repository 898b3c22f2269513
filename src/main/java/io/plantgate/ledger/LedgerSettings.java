package io.plantgate.ledger;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bounds and times of the ledger; prefix {@code plantgate.ledger}.
 *
 * @param node this gateway's name, recorded with every arrival; different on each node of one database
 * @param shards committers, each with a queue, a thread and a connection
 * @param batchArrivalsMax arrivals in one transaction, unless a single unit is larger
 * @param batchBytesMax raw bytes in one transaction, unless a single unit is larger
 * @param turnArrivalsMin a batch of fewer arrivals lets another such batch be written first, and grows meanwhile
 * @param turnMillisMax how long it does so
 * @param queueArrivalsMax arrivals waiting in one shard; beyond it new work is refused
 * @param queueBytesMax raw bytes waiting in one shard; beyond it new work is refused
 * @param chunkArrivalsMax items of a stream that are handed over together; a full chunk is decided in two parts, by device, the rest of a stream in one
 * @param chunksInFlight chunks of one stream that are handed over and not yet decided
 * @param retryMillisMin first pause after PostgreSQL could not be reached
 * @param retryMillisMax longest such pause
 * @param statementSecondsMax a statement that takes longer is cancelled and the batch tried again
 * @param stopSecondsMax how long a stopping ledger goes on writing what it took
 * @param cacheEntriesMax sources, devices and boots remembered in memory, each
 * @param answerSecondsMax how long the idempotent repository waits for a commit before it gives up on the answer
 * @param partitionsAhead months of partitions made before they are needed, at least 1
 */
@ConfigurationProperties("plantgate.ledger")
public record LedgerSettings(
        @DefaultValue("node-1") String node,
        @DefaultValue("2") int shards,
        @DefaultValue("2000") int batchArrivalsMax,
        @DefaultValue("8388608") long batchBytesMax,
        @DefaultValue("1000") int turnArrivalsMin,
        @DefaultValue("10") int turnMillisMax,
        @DefaultValue("20000") int queueArrivalsMax,
        @DefaultValue("67108864") long queueBytesMax,
        @DefaultValue("500") int chunkArrivalsMax,
        @DefaultValue("8") int chunksInFlight,
        @DefaultValue("100") long retryMillisMin,
        @DefaultValue("2000") long retryMillisMax,
        @DefaultValue("30") int statementSecondsMax,
        @DefaultValue("20") int stopSecondsMax,
        @DefaultValue("100000") int cacheEntriesMax,
        @DefaultValue("10") int answerSecondsMax,
        @DefaultValue("2") int partitionsAhead) {

    public LedgerSettings {
        atLeast(1, shards, "shards");
        atLeast(1, batchArrivalsMax, "batch-arrivals-max");
        atLeast(1, queueArrivalsMax, "queue-arrivals-max");
        atLeast(1, chunkArrivalsMax, "chunk-arrivals-max");
        atLeast(1, chunksInFlight, "chunks-in-flight");
        atLeast(1, answerSecondsMax, "answer-seconds-max");
        atLeast(1, partitionsAhead, "partitions-ahead");
        if (node.isBlank()) {
            throw new IllegalArgumentException("plantgate.ledger.node is blank: name this gateway node.");
        }
    }

    /** The documented defaults under a node's name. */
    public static LedgerSettings defaults(String node) {
        return new LedgerSettings(
                node, 2, 2000, 8L << 20, 1000, 10, 20_000, 64L << 20, 500, 8, 100, 2000, 30, 20, 100_000, 10, 2);
    }

    /** The same with another number of committers. */
    public LedgerSettings withShards(int number) {
        return new LedgerSettings(
                node,
                number,
                batchArrivalsMax,
                batchBytesMax,
                turnArrivalsMin,
                turnMillisMax,
                queueArrivalsMax,
                queueBytesMax,
                chunkArrivalsMax,
                chunksInFlight,
                retryMillisMin,
                retryMillisMax,
                statementSecondsMax,
                stopSecondsMax,
                cacheEntriesMax,
                answerSecondsMax,
                partitionsAhead);
    }

    /** The same with other bounds on a batch and on a shard's queue, in arrivals. */
    public LedgerSettings withBounds(int batchArrivals, int queueArrivals) {
        return new LedgerSettings(
                node,
                shards,
                batchArrivals,
                batchBytesMax,
                turnArrivalsMin,
                turnMillisMax,
                queueArrivals,
                queueBytesMax,
                chunkArrivalsMax,
                chunksInFlight,
                retryMillisMin,
                retryMillisMax,
                statementSecondsMax,
                stopSecondsMax,
                cacheEntriesMax,
                answerSecondsMax,
                partitionsAhead);
    }

    private static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "plantgate.ledger." + name + " is " + value + ", at least " + least + " is needed.");
        }
    }
}
