package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.YearMonth;

/** Forgets identities whose horizon is over, with the counts of their repeats, a bounded number in each transaction. */
final class ForgottenIdentities {

    // A bound on one transaction, and on one run.
    private static final int IDENTITIES_MAX = 5_000;
    private static final int ROUNDS_MAX = 2_000;

    private static final String END_IDENTITIES = """
            with gone as (
                delete from identity
                 where ctid = any (array(select ctid from identity where recorded_at < ?::date::timestamp at time zone 'UTC' limit %d))
                returning canonical_id),
            counts as (
                delete from arrival_rollup u using gone where u.canonical_id = gone.canonical_id)
            select count(*) from gone
            """.formatted(IDENTITIES_MAX);

    private ForgottenIdentities() {}

    /** Forgets those recorded before this month; returns how many. The connection is in auto-commit. */
    static long before(Connection connection, YearMonth kept) throws SQLException {
        long forgotten = 0;
        int round = 0;
        int last;
        do {
            last = forgetSome(connection, kept);
            forgotten += last;
        } while (last == IDENTITIES_MAX && ++round < ROUNDS_MAX);
        return forgotten;
    }

    private static int forgetSome(Connection connection, YearMonth kept) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(END_IDENTITIES)) {
            statement.setObject(1, kept.atDay(1));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
