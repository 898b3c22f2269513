package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A unit that waits for its transaction, with whoever wants to know. */
final class Pending {

    private final Unit unit;
    private final long bytes;
    private final List<Entry> entries;
    private final CompletableFuture<List<Decision>> decisions = new CompletableFuture<>();

    Pending(Unit unit) {
        this.unit = unit;
        this.bytes = bytes(unit.arrivals());
        this.entries = new ArrayList<>(unit.arrivals().size());
    }

    private static long bytes(List<Arrival> arrivals) {
        long bytes = 0;
        for (Arrival arrival : arrivals) {
            bytes += arrival.delivery().raw().kept().length;
        }
        return bytes;
    }

    /** Gives each arrival its id, once; the ids stay through all tries. */
    void number(ArrivalIds ids, Connection connection) throws SQLException {
        for (int i = entries.size(); i < unit.arrivals().size(); i++) {
            entries.add(entry(i, unit.completion() != null ? unit.completion().arrivalId() : ids.next(connection)));
        }
    }

    private Entry entry(int index, long arrivalId) {
        Arrival arrival = unit.arrivals().get(index);
        Unit.Chunk chunk = unit.chunk();
        return chunk == null
                ? new Entry(arrivalId, arrival, null, null, unit.completion())
                : new Entry(arrivalId, arrival, chunk.importId(), chunk.rows().get(index), null);
    }

    /** The chunk of an import that this is, or null. */
    Unit.Chunk chunk() {
        return unit.chunk();
    }

    /** The person's word that this is, or null. */
    Unit.Completion completion() {
        return unit.completion();
    }

    /** The arrivals with their ids. */
    List<Entry> entries() {
        return entries;
    }

    int arrivals() {
        return unit.arrivals().size();
    }

    long bytes() {
        return bytes;
    }

    CompletableFuture<List<Decision>> decisions() {
        return decisions;
    }

    /** Replaces an entry whose row PostgreSQL refuses by the same arrival, quarantined. */
    void replace(int index, Entry entry) {
        entries.set(index, entry);
    }
}
