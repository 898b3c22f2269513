package io.plantgate.scan;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Traces: a serial's history, a lot at a station, what a device read. Each question goes by an index. */
public final class ScanTraces {

    private static final String COLUMNS = """
            select scan_id as event_id, event_time, scan_barcode, barcode_type, bind_sn, bind_lot, bind_station, work_order,
                   scan_action, action_source, scan_result, result_code, result_message, device_id, device_type, device_model,
                   scan_session_id, operator_id, operator_name, site_id, workshop_id, line_id, station_id, capture_time,
                   clock_suspect, channel, idempotency_key, key_recipe, dedup_status, processing_status, created_by, updated_by,
                   created_at, updated_at, barcode_doubt
              from scan_event
            """;

    private static final String FIND = COLUMNS + " where scan_id = :id";

    private static final String ARRIVALS = """
            select a.arrival_id, case a.decision when 'DUPLICATE' then 'duplicate' else 'conflict' end as dedup_status,
                   a.arrival_at, a.recorded_at, n.inlet, n.node, a.credential, encode(a.payload_hash, 'hex') as payload_hash
              from arrival a
              join inlet n using (inlet_id)
             where a.canonical_id = :id and a.decision in ('DUPLICATE', 'CONFLICT')
             order by a.arrival_id desc
             limit :limit
            """;

    // A clock that is far off captures at no time that anybody asks for: its scans are found by when they were stored.
    static final String QUALITY = """
            select device_id, count(*) as scans, count(*) filter (where no_read) as no_reads,
                   count(*) filter (where scan_result = 'repeated') as repeated,
                   count(*) filter (where dedup_status = 'conflict') as conflicts,
                   count(*) filter (where clock_suspect) as clock_suspects,
                   (extract(epoch from min(arrival_at - capture_time)) * 1000)::bigint as least_lag_millis,
                   :boundMillis::bigint as clock_skew_bound_millis,
                   (extract(epoch from percentile_disc(0.5) within group (order by arrival_at - capture_time)) * 1000)::bigint
                       as median_lag_millis,
                   coalesce(sum((select count(*) from arrival a
                                  where a.canonical_id = e.scan_id and a.decision = 'DUPLICATE')), 0) as repeats
              from scan_event e
             where device_id = :deviceId
               and (capture_time >= :from and capture_time < :to
                    or clock_suspect and event_time >= :from and event_time < :to)
             group by device_id
            """;

    private static final int ROWS_AT_A_TIME = 500;

    private final JdbcClient jdbc;
    private final TransactionTemplate reading;
    private final long clockBoundMillis;

    ScanTraces(DataSource dataSource, int queryTimeoutMillis, int clockSuspectSeconds) {
        this.clockBoundMillis = TimeUnit.SECONDS.toMillis(clockSuspectSeconds);
        this.reading = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        this.reading.setReadOnly(true);
        JdbcTemplate template = new JdbcTemplate(dataSource);
        template.setFetchSize(ROWS_AT_A_TIME);
        template.setQueryTimeout(Math.max(1, queryTimeoutMillis / 1000));
        this.jdbc = JdbcClient.create(template);
    }

    /**
     * What is asked for; null asks for nothing. Times are those of storage, of a device's scans those of capture.
     *
     * @param before scans with a smaller id than this one
     */
    public record Query(
            String bindSn,
            String bindLot,
            String stationId,
            String deviceId,
            String scanResult,
            String resultCode,
            String sessionId,
            Instant from,
            Instant to,
            long before,
            int limit) {

        boolean ofDevice() {
            return deviceId != null && bindSn == null && bindLot == null;
        }
    }

    /** Scans, the newest first. */
    public List<ScanRow> find(Query query) {
        return bound(query).list();
    }

    /** The same one by one, in constant memory, until the reader has had enough. */
    public void each(Query query, Predicate<ScanRow> reader) {
        // Only within a transaction PostgreSQL hands rows over some at a time.
        reading.executeWithoutResult(status -> {
            try (Stream<ScanRow> rows = bound(query).stream()) {
                rows.allMatch(reader);
            }
        });
    }

    private JdbcClient.MappedQuerySpec<ScanRow> bound(Query query) {
        return jdbc.sql(statement(query))
                .param("bindSn", query.bindSn())
                .param("bindLot", query.bindLot())
                .param("stationId", query.stationId())
                .param("deviceId", query.deviceId())
                .param("scanResult", query.scanResult())
                .param("resultCode", query.resultCode())
                .param("sessionId", query.sessionId())
                .param("from", utc(query.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(query.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("before", query.before())
                .param("limit", query.limit())
                .query(ScanRow.class);
    }

    public Optional<ScanRow> find(long eventId) {
        return jdbc.sql(FIND).param("id", eventId).query(ScanRow.class).optional();
    }

    /** Repeats and contradictions of a scan, the newest first. */
    public List<ScanArrival> arrivals(long eventId, int limit) {
        return jdbc.sql(ARRIVALS)
                .param("id", eventId)
                .param("limit", limit)
                .query(ScanArrival.class)
                .list();
    }

    /** What a device captured between two times, and what it sent then with a clock that is far off; empty if nothing. */
    public Optional<DeviceQuality> quality(String deviceId, Instant from, Instant to) {
        return jdbc.sql(QUALITY)
                .param("deviceId", deviceId)
                .param("from", utc(from), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(to), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("boundMillis", clockBoundMillis)
                .query(DeviceQuality.class)
                .optional();
    }

    // Only conditions that are asked for: "is null or" would hide from the planner which index serves.
    static String statement(Query query) {
        String time = query.ofDevice() ? "capture_time" : "event_time";
        List<String> conditions = new ArrayList<>(List.of("scan_id < :before"));
        addIf(query.bindSn(), "bind_sn = :bindSn", conditions);
        addIf(query.bindLot(), "bind_lot = :bindLot", conditions);
        addIf(query.stationId(), "station_id = :stationId", conditions);
        addIf(query.deviceId(), "device_id = :deviceId", conditions);
        // The index holds what is not ok.
        addIf(query.scanResult(), "scan_result = :scanResult", conditions);
        addIf("ok".equals(query.scanResult()) ? null : query.scanResult(), "scan_result <> 'ok'", conditions);
        addIf(query.resultCode(), "result_code = :resultCode", conditions);
        addIf(query.sessionId(), "scan_session_id = :sessionId", conditions);
        addIf(query.from(), time + " >= :from", conditions);
        addIf(query.to(), time + " < :to", conditions);
        return COLUMNS + " where " + String.join(" and ", conditions) + " order by scan_id desc limit :limit";
    }

    private static void addIf(Object wanted, String condition, List<String> conditions) {
        if (wanted != null) {
            conditions.add(condition);
        }
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
