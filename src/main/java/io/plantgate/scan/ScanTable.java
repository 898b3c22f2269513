package io.plantgate.scan;

import io.plantgate.event.Scan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/** Reads answers, and takes over scans whose lease has run out. */
final class ScanTable {

    private static final String ANSWERS = """
            select scan_id, status, body from scan_answer where scan_id = any(?) and expires_at > now()
            """;

    private static final String COLUMNS = """
            e.scan_id, e.attempt, e.event_time, e.processing_status, e.scan_result, e.result_code, e.result_message,
            e.channel, e.idempotency_key, e.key_recipe, e.key_resolution_ms, e.key_truncated, e.scan_barcode, e.barcode_type,
            e.barcode_normal, e.barcode_doubt, e.no_read, e.scan_action, e.action_source, e.bind_sn, e.bind_lot, e.bind_station, e.work_order,
            e.capture_time, e.device_id, e.device_type, e.device_model, e.scan_session_id
            """;

    private static final String ROWS = "select " + COLUMNS + """
              from scan_event e
             where e.scan_id = any(?)
            """;

    private static final String VALIDATING = """
            update scan_event
               set processing_status = 'validating', updated_at = now(), updated_by = ?
             where scan_id = ? and attempt = ? and processing_status = 'received'
            """;

    private static final Set<String> SETTLED = Set.of("bound", "completed", "failed");

    private static final String TAKE_OVER = """
            update scan_event e
               set attempt = e.attempt + 1, processing_status = 'validating',
                   leased_until = clock_timestamp() + ? * interval '1 ms', updated_at = now(), updated_by = ?
              from (select scan_id, event_time
                      from scan_event
                     where processing_status in ('received', 'validating') and leased_until < clock_timestamp()
                     order by leased_until
                     limit ?
                       for update skip locked) k
             where e.scan_id = k.scan_id and e.event_time = k.event_time
            returning
            """ + COLUMNS;

    private final DataSource dataSource;

    ScanTable(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * The answers that are there, by scanId: copies first, then made anew from the scans' rows. A decided scan has a row until
     * that is removed, {@link StoredAnswer#REMOVED}.
     */
    Map<Long, StoredAnswer> answers(Collection<Long> scanIds) throws SQLException {
        Map<Long, StoredAnswer> answers = new HashMap<>();
        try (Connection connection = dataSource.getConnection()) {
            read(
                    connection,
                    ANSWERS,
                    scanIds,
                    row -> answers.put(row.getLong(1), new StoredAnswer(row.getInt(2), row.getBytes(3))));
            List<Long> others =
                    scanIds.stream().filter(id -> !answers.containsKey(id)).toList();
            if (!others.isEmpty()) {
                readRows(connection, others, answers);
            }
        }
        return answers;
    }

    private static void readRows(Connection connection, List<Long> scanIds, Map<Long, StoredAnswer> answers)
            throws SQLException {
        Set<Long> unseen = new HashSet<>(scanIds);
        read(connection, ROWS, scanIds, row -> {
            unseen.remove(row.getLong("scan_id"));
            if (SETTLED.contains(row.getString("processing_status"))) {
                answers.put(row.getLong("scan_id"), answer(row));
            }
        });
        unseen.forEach(id -> answers.put(id, StoredAnswer.REMOVED));
    }

    /** Takes a new lease on scans whose lease has run out, wherever their worker was. */
    List<WorkedScan> takeOver(int leaseMillis, int scansMax, String node) throws SQLException {
        List<WorkedScan> taken = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(TAKE_OVER)) {
            statement.setInt(1, leaseMillis);
            statement.setString(2, node);
            statement.setInt(3, scansMax);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    taken.add(new WorkedScan(row.getLong("scan_id"), row.getInt("attempt"), scan(row)));
                }
            }
        }
        return taken;
    }

    /** Says of a scan that its look-up is being repeated; nothing if its lease has passed to another, or it is answered. */
    void validating(long scanId, int attempt, String node) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(VALIDATING)) {
            statement.setString(1, node);
            statement.setLong(2, scanId);
            statement.setInt(3, attempt);
            statement.executeUpdate();
        }
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private static void read(Connection connection, String sql, Collection<Long> scanIds, RowReader reader)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("int8", scanIds.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    reader.read(row);
                }
            }
        }
    }

    private static StoredAnswer answer(ResultSet row) throws SQLException {
        Scan scan = scan(row);
        Result result = new Result(
                row.getString("scan_result"),
                row.getString("result_code"),
                row.getString("result_message"),
                row.getString("processing_status"));
        return AnswerText.of(row.getLong("scan_id"), scan, scan.binding(), result, time(row, "event_time"));
    }

    private static Scan scan(ResultSet row) throws SQLException {
        return new Scan(
                new Scan.Key(
                        row.getString("channel"),
                        row.getString("idempotency_key"),
                        row.getString("key_recipe"),
                        row.getLong("key_resolution_ms"),
                        row.getBoolean("key_truncated")),
                new Scan.Code(
                        row.getString("scan_barcode"),
                        row.getString("barcode_type"),
                        row.getString("barcode_normal"),
                        row.getBoolean("no_read"),
                        row.getString("barcode_doubt")),
                row.getString("scan_action"),
                row.getString("action_source"),
                new Scan.Binding(
                        row.getString("bind_sn"),
                        row.getString("bind_lot"),
                        row.getString("bind_station"),
                        row.getString("work_order")),
                new Scan.Device(
                        row.getString("device_id"),
                        row.getString("device_type"),
                        row.getString("device_model"),
                        row.getString("scan_session_id")),
                new Scan.Place(null, null, null, null),
                new Scan.Operator(null, null),
                time(row, "capture_time"));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
