package io.plantgate.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Column types that the driver and the words of this package name differently. */
final class Columns {

    private Columns() {}

    /** A {@code timestamptz}, to the microsecond, or null. */
    static Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
