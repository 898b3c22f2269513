package io.plantgate.scan;

import io.plantgate.scan.WorkedScan.Found;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule above the key: within a window of capture time one scan of a code and action counts, whichever device it comes
 * from; the others are called repeated. Off unless a site asks for it. One row per code and action decides who opened the
 * window.
 */
final class Repetition {

    // Whoever lies within the window of the scan that opened it changes nothing; the row says who that was.
    private static final String OPEN = """
            insert into scan_latest as l (channel, code, scan_action, scan_id, capture_time)
            values (?, ?, ?, ?, ?)
            on conflict (channel, code, scan_action) do update
               set scan_id = case when abs(extract(epoch from excluded.capture_time - l.capture_time)) > ?
                                  then excluded.scan_id else l.scan_id end,
                   capture_time = case when abs(extract(epoch from excluded.capture_time - l.capture_time)) > ?
                                       then excluded.capture_time else l.capture_time end
            returning scan_id
            """;

    private static final Comparator<Found> ORDER = Comparator.<Found, BoundCode>comparing(
                    found -> BoundCode.of(found.scan()))
            .thenComparing(found -> found.scan().action())
            .thenComparing(Found::scanId);

    private final int withinSeconds;

    Repetition(int withinSeconds) {
        this.withinSeconds = withinSeconds;
    }

    /** The scan that each repeats, by scanId; those that count are not in it. */
    Map<Long, Long> repeats(Connection connection, List<Found> group) throws SQLException {
        Map<Long, Long> repeats = new HashMap<>();
        if (withinSeconds == 0) {
            return repeats;
        }
        List<Found> timed = group.stream()
                .filter(found -> found.scan().captureTime() != null
                        && !found.scan().code().noRead())
                .sorted(ORDER)
                .toList();
        for (Found found : timed) {
            long opener = opener(connection, found);
            if (opener != found.scanId()) {
                repeats.put(found.scanId(), opener);
            }
        }
        return repeats;
    }

    private long opener(Connection connection, Found found) throws SQLException {
        BoundCode code = BoundCode.of(found.scan());
        try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
            statement.setString(1, code.channel());
            statement.setString(2, code.code());
            statement.setString(3, found.scan().action());
            statement.setLong(4, found.scanId());
            statement.setTimestamp(5, Timestamp.from(found.scan().captureTime()));
            statement.setInt(6, withinSeconds);
            statement.setInt(7, withinSeconds);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
