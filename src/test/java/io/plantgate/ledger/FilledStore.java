package io.plantgate.ledger;

/** A running gateway's store as its watch would find it full, until that looks again or somebody makes room. */
public final class FilledStore implements AutoCloseable {

    private final StoreRoom room;

    public FilledStore(PostgresLedger ledger) {
        this.room = ledger.room();
        fill();
    }

    /** Fills it again. */
    public void fill() {
        room.holds(100, 100);
    }

    /** Makes room. */
    @Override
    public void close() {
        room.holds(0, 0);
    }
}
