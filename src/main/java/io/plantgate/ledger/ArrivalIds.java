package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Numbers arrivals: a node draws a block of numbers from a sequence and counts inside it. An id is fixed before the first
 * try to record, so that it can be looked for after an answer was lost. Numbers of a block that is not used up are
 * skipped at a restart.
 */
final class ArrivalIds {

    static final int BLOCK = 10_000;

    private static final String NEXT_BLOCK = "select nextval('arrival_block_seq')";

    private long next;
    private long end;

    /** The next id; never given twice, on any node. */
    synchronized long next(Connection connection) throws SQLException {
        if (next == end) {
            next = draw(connection) * BLOCK;
            end = next + BLOCK;
        }
        return next++;
    }

    private static long draw(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEXT_BLOCK);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
