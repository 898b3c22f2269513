package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.event.Attachment;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * Rows of a package of its own that are part of the transaction that decides the arrivals they belong to. Only arrivals
 * that bring an {@link Attachment} are handed over; a batch without one costs nothing.
 */
public interface AttachedRows {

    /** Nothing is attached. */
    AttachedRows NONE = new AttachedRows() {
        @Override
        public void write(Connection connection, List<Attached> decided, Instant now) {
            // Nobody wants it.
        }

        @Override
        public void committed(List<Attached> decided) {
            // Nobody waits for it.
        }

        @Override
        public void makePartitions(Connection connection) {
            // There are none.
        }
    };

    /**
     * Writes the rows, inside the transaction, after the arrivals. It is called anew at each try of the transaction, and what
     * PostgreSQL refuses in it sends the arrival that brought it to quarantine. It must touch rows in the order of their keys,
     * as every other transaction does, and never wait for anything but PostgreSQL.
     *
     * @param decided in the order of their coming; at least one
     * @param now when this transaction began, by the database's clock
     */
    void write(Connection connection, List<Attached> decided, Instant now) throws SQLException;

    /** Their transaction is committed. Must return at once and never throw. It may be left out: the process may die before. */
    void committed(List<Attached> decided);

    /** Makes and attaches the partitions that the rows need now and soon; one node at a time is asked. */
    void makePartitions(Connection connection) throws SQLException;

    /** An arrival that brings something, and what it turned out to be. */
    record Attached(Arrival arrival, Attachment attachment, Decision decision) {}
}
