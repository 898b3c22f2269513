package io.plantgate.scan;

import io.plantgate.ledger.ArrayStatement;
import io.plantgate.scan.WorkedScan.Found;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The second transaction of a scan: binding, result and answer, recorded only while the lease they were found in stands. */
final class ScanStore {

    // The order of ids: the order in which every node takes its locks.
    private static final String LOCK = """
            select scan_id, attempt, event_time
              from scan_event
             where scan_id = any(?) and processing_status in ('received', 'validating')
             order by scan_id
               for update
            """;

    private static final ArrayStatement<Settled> SETTLE = new ArrayStatement<>(
            """
            update scan_event e
               set scan_result = k.scan_result, result_code = k.result_code, result_message = k.result_message,
                   bind_sn = k.bind_sn, bind_lot = k.bind_lot, work_order = k.work_order,
                   processing_status = k.processing_status, leased_until = null, updated_at = now(), updated_by = k.updated_by
              from unnest(?::bigint[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                          ?::text[], ?::text[])
                   as k(scan_id, event_time, scan_result, result_code, result_message, bind_sn, bind_lot, work_order,
                        processing_status, updated_by)
             where e.scan_id = k.scan_id and e.event_time = k.event_time
            """,
            List.of(
                    ArrayStatement.bigint(settled -> settled.found().scanId()),
                    ArrayStatement.text(settled -> settled.eventTime().toString()),
                    ArrayStatement.text(settled -> settled.result().word()),
                    ArrayStatement.text(settled -> settled.result().code()),
                    ArrayStatement.text(settled -> settled.result().message()),
                    ArrayStatement.text(settled -> settled.found().binding().sn()),
                    ArrayStatement.text(settled -> settled.found().binding().lot()),
                    ArrayStatement.text(settled -> settled.found().binding().workOrder()),
                    ArrayStatement.text(settled -> settled.result().status()),
                    ArrayStatement.text(Settled::by)));

    private static final ArrayStatement<Settled> KEEP_ANSWER = new ArrayStatement<>(
            """
            insert into scan_answer (scan_id, expires_at, status, body)
            select k.scan_id, now() + k.hours * interval '1 hour', k.status, k.body
              from unnest(?::bigint[], ?::int[], ?::smallint[], ?::bytea[]) as k(scan_id, hours, status, body)
            """,
            List.of(
                    ArrayStatement.bigint(settled -> settled.found().scanId()),
                    ArrayStatement.integer(Settled::hours),
                    ArrayStatement.smallint(settled -> (short) settled.answer().status()),
                    ArrayStatement.bytes(settled -> settled.answer().body())));

    private final DataSource dataSource;
    private final String node;
    private final ScanSettings settings;
    private final Binder binder;
    private final Repetition repetition;

    ScanStore(DataSource dataSource, String node, ScanSettings settings) {
        this.dataSource = dataSource;
        this.node = node;
        this.settings = settings;
        this.binder = new Binder(settings);
        this.repetition = new Repetition(settings.onceWithinSeconds());
    }

    /** A scan with its result and answer. */
    private record Settled(Found found, Instant eventTime, Result result, StoredAnswer answer, String by, int hours) {}

    /**
     * Records what was found, in one transaction.
     *
     * @return the answers by scanId; a scan whose lease has passed to another is not among them
     */
    Map<Long, StoredAnswer> record(List<Found> group) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                Map<Long, StoredAnswer> answers = settle(connection, group);
                connection.commit();
                return answers;
            } finally {
                rollBack(connection);
            }
        }
    }

    /**
     * Cuts a group so that no code is bound and released in one transaction, whose statements would not keep their order.
     */
    List<List<Found>> runs(Collection<Found> group) {
        List<List<Found>> runs = new ArrayList<>();
        Map<BoundCode, Boolean> touched = new HashMap<>();
        List<Found> run = new ArrayList<>();
        for (Found found : group) {
            boolean releases = binder.releases(found);
            if (releases || binder.binds(found)) {
                Boolean before = touched.putIfAbsent(BoundCode.of(found.scan()), releases);
                if (before != null && before != releases) {
                    runs.add(run);
                    run = new ArrayList<>();
                    touched.clear();
                    touched.put(BoundCode.of(found.scan()), releases);
                }
            }
            run.add(found);
        }
        runs.add(run);
        return runs;
    }

    private Map<Long, StoredAnswer> settle(Connection connection, List<Found> group) throws SQLException {
        Map<Long, Instant> eventTimes = new HashMap<>();
        List<Found> held = held(connection, group, eventTimes);
        Map<Long, StoredAnswer> answers = new HashMap<>();
        if (held.isEmpty()) {
            return answers;
        }
        Map<Long, Binder.Holder> elsewhere = binder.bind(connection, held);
        Map<Long, Long> repeats = repetition.repeats(connection, held);
        List<Settled> settled = new ArrayList<>(held.size());
        for (Found found : held) {
            long id = found.scanId();
            Result result = Result.of(found, elsewhere.get(id), repeats.get(id));
            StoredAnswer answer = AnswerText.of(id, found.scan(), found.binding(), result, eventTimes.get(id));
            settled.add(new Settled(found, eventTimes.get(id), result, answer, node, settings.answerHours()));
            answers.put(id, answer);
        }
        SETTLE.execute(connection, settled);
        KEEP_ANSWER.execute(connection, settled);
        return answers;
    }

    private static List<Found> held(Connection connection, List<Found> group, Map<Long, Instant> eventTimes)
            throws SQLException {
        Map<Long, Integer> attempts = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "int8", group.stream().map(Found::scanId).toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    attempts.put(row.getLong(1), row.getInt(2));
                    eventTimes.put(
                            row.getLong(1),
                            row.getObject(3, OffsetDateTime.class).toInstant());
                }
            }
        }
        return group.stream()
                .filter(found ->
                        attempts.getOrDefault(found.scanId(), 0) == found.of().attempt())
                .toList();
    }

    private static void rollBack(Connection connection) throws SQLException {
        if (!connection.isClosed()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
