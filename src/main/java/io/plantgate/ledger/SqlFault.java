package io.plantgate.ledger;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a failed transaction says about the next try (PostgreSQL documentation, appendix A, error codes). */
enum SqlFault {
    /** Something in a row: the same batch would fail for ever. Classes 22, 23 and 54. */
    POISONED,
    /** A deadlock or a serialisation failure: the same batch may well pass at once. */
    COLLIDED,
    /** No partition for today: make it, then try again. */
    NO_PARTITION,
    /** Everything else: PostgreSQL is away or cannot work now. */
    OUTAGE;

    static SqlFault of(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        if (state.equals("40P01") || state.equals("40001")) {
            return COLLIDED;
        }
        if (state.equals("23514") && namesNoConstraint(failure)) {
            return NO_PARTITION;
        }
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("54") ? POISONED : OUTAGE;
    }

    // "no partition of relation found for row" shares its state with check constraints, but names none.
    private static boolean namesNoConstraint(SQLException failure) {
        ServerErrorMessage server = failure instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        return server != null && server.getConstraint() == null;
    }
}
