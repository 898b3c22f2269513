package io.plantgate.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.event.PayloadRereading;
import io.plantgate.ledger.BatchTransaction.Names;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The ledger in PostgreSQL: shards with group commit. */
public final class PostgresLedger implements Ledger, AutoCloseable {

    private final LedgerSettings settings;
    private final Partitions partitions;
    private final StoreRoom room = new StoreRoom();
    private final List<Shard> shards;

    private PostgresLedger(
            DataSource dataSource,
            PayloadRereading rereading,
            EffectPlanning planning,
            AttachedRows attached,
            LedgerSettings settings,
            MeterRegistry meters) {
        this.settings = settings;
        this.partitions = new Partitions(dataSource, settings.partitionsAhead(), attached);
        ArrivalIds ids = new ArrivalIds();
        LedgerMetrics metrics = new LedgerMetrics(meters);
        Names names =
                new Names(new Sources(settings.cacheEntriesMax()), new Inlets(settings.node()), new ProfileVersions());
        Turns turns = new Turns(settings.turnArrivalsMin(), settings.turnMillisMax());
        this.shards = IntStream.range(0, settings.shards())
                .mapToObj(number -> new Shard(
                        number,
                        settings,
                        metrics,
                        planning,
                        turns,
                        attached,
                        shard -> new Committer(
                                dataSource,
                                new BatchTransaction(
                                        ThreadLocalRandom.current().nextLong(),
                                        names,
                                        settings.cacheEntriesMax(),
                                        rereading,
                                        planning,
                                        attached),
                                ids,
                                partitions,
                                settings,
                                shard::stopping,
                                shard.deliveries())))
                .toList();
        Gauge.builder("plantgate.ledger.queue.arrivals", this, PostgresLedger::waitingArrivals)
                .description("Arrivals waiting for their transaction")
                .register(meters);
    }

    /**
     * Opens the ledger on a migrated database.
     *
     * @param dataSource gives one connection to each shard, and one more for upkeep
     * @param rereading reads older bytes the way a newer profile does
     * @param planning says how effects are planned
     * @param attached stores what events bring for another package
     * @throws SQLException if the partitions for now cannot be made
     */
    public static PostgresLedger open(
            DataSource dataSource,
            PayloadRereading rereading,
            EffectPlanning planning,
            AttachedRows attached,
            LedgerSettings settings,
            MeterRegistry meters)
            throws SQLException {
        new Partitions(dataSource, settings.partitionsAhead(), attached).makeAhead();
        return new PostgresLedger(dataSource, rereading, planning, attached, settings, meters);
    }

    /** Opens the ledger where no event brings anything for another package. */
    public static PostgresLedger open(
            DataSource dataSource,
            PayloadRereading rereading,
            EffectPlanning planning,
            LedgerSettings settings,
            MeterRegistry meters)
            throws SQLException {
        return open(dataSource, rereading, planning, AttachedRows.NONE, settings, meters);
    }

    /** Opens the ledger by hand, where nobody delivers effects or collects metrics. */
    public static PostgresLedger open(DataSource dataSource, PayloadRereading rereading, LedgerSettings settings)
            throws SQLException {
        return open(dataSource, rereading, EffectPlanning.LIVE, settings, new SimpleMeterRegistry());
    }

    @Override
    public Optional<CompletableFuture<List<Decision>>> offer(Unit unit) {
        // A completion is no new arrival, and what waits for one keeps its month: people must be able to make room.
        if (room.isFull() && unit.completion() == null) {
            return Optional.empty();
        }
        Pending pending = new Pending(unit);
        return shardOf(unit).queue().offer(pending) ? Optional.of(pending.decisions()) : Optional.empty();
    }

    @Override
    public boolean isFull() {
        return room.isFull();
    }

    @Override
    public LedgerBusyException refusal() {
        return room.isFull() ? new LedgerFullException() : new LedgerBusyException();
    }

    @Override
    public CompletableFuture<List<Decision>> put(Unit unit) throws InterruptedException {
        room.await();
        Pending pending = new Pending(unit);
        shardOf(unit).queue().put(pending);
        return pending.decisions();
    }

    @Override
    public boolean reachable() {
        return !room.isFull() && shards.stream().allMatch(Shard::reachable);
    }

    @Override
    public int chunkArrivalsMax() {
        return settings.chunkArrivalsMax();
    }

    @Override
    public int chunksInFlight() {
        return settings.chunksInFlight();
    }

    /** Whether the store takes new arrivals. */
    StoreRoom room() {
        return room;
    }

    /** Makes the partitions of the months to come. */
    void makePartitionsAhead() throws SQLException {
        partitions.makeAhead();
    }

    /** Months after this one that have their partitions. */
    int partitionsAhead() throws SQLException {
        return partitions.ahead();
    }

    /** True if every committer runs and could reach PostgreSQL at its last try. */
    boolean healthy() {
        return shards.stream().allMatch(shard -> shard.alive() && shard.reachable());
    }

    int waitingArrivals() {
        return shards.stream().mapToInt(shard -> shard.queue().arrivals()).sum();
    }

    private Shard shardOf(Unit unit) {
        return shards.get(Math.floorMod(unit.orderKey().hashCode(), shards.size()));
    }

    /** Takes no more, writes what was taken, tells the senders; bounded by {@code stopSecondsMax}. */
    @Override
    public void close() {
        shards.forEach(Shard::close);
        // Only now: who wakes must find the queues closed.
        room.close();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.stopSecondsMax());
        try {
            for (Shard shard : shards) {
                shard.awaitEnd(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
