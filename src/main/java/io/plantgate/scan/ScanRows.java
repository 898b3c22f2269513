package io.plantgate.scan;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.bool;
import static io.plantgate.ledger.ArrayStatement.integer;
import static io.plantgate.ledger.ArrayStatement.micros;
import static io.plantgate.ledger.ArrayStatement.text;
import static io.plantgate.ledger.SparseInsert.Target.plain;
import static io.plantgate.ledger.SparseInsert.Target.timestamp;

import io.plantgate.event.Scan;
import io.plantgate.ledger.AttachedRows;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.SparseInsert;
import io.plantgate.ledger.SparseInsert.Target;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * The first transaction of a scan, which is the ledger's own: the row of a first arrival, received and leased to this node; what
 * a contradiction, or one repeat too many, makes of the scan that is there.
 */
final class ScanRows implements AttachedRows {

    private static final int CREATOR_CHARS_MAX = 200;

    // The order of ids: the order in which every node takes its locks.
    private static final String CONTRADICTED = """
            update scan_event e
               set dedup_status = 'conflict', updated_at = now(), updated_by = ?
              from (select scan_id, event_time from scan_event
                     where scan_id = any(?) and dedup_status <> 'conflict'
                     order by scan_id for update) k
             where e.scan_id = k.scan_id and e.event_time = k.event_time
            """;

    // The newest repeats only, so that a key repeated a million times costs no more than one repeated six times.
    private static final String TOO_OFTEN = """
            insert into work_item (kind, canonical_id, arrival_id)
            select 'REPEATS', k.scan_id, k.arrival_id
              from unnest(?::bigint[], ?::bigint[]) as k(scan_id, arrival_id)
             cross join lateral (
                   select count(*) filter (where r.recorded_at > now() - interval '1 hour') as repeats
                     from (select a.recorded_at
                             from arrival a
                            where a.canonical_id = k.scan_id and a.decision = 'DUPLICATE'
                            order by a.arrival_id desc
                            limit ?) r) n
             where n.repeats > ?
             order by k.scan_id
            on conflict do nothing
            returning canonical_id
            """;

    private final SparseInsert<Received> insert;
    private final String node;
    private final ScanSettings settings;
    private final ScanPartitions partitions;
    private final Desk desk;
    private final LongConsumer repeatedTooOften;

    /** Who works on scans that were just received. */
    interface Desk {
        /** Must return at once. */
        void begin(WorkedScan received);
    }

    /** @param repeatedTooOften hears of a scan that passed the threshold; perhaps of one whose transaction is rolled back */
    ScanRows(String node, ScanSettings settings, Desk desk, LongConsumer repeatedTooOften) {
        this.node = node;
        this.settings = settings;
        this.partitions = new ScanPartitions(settings.partitions(), settings.partitionsAhead());
        this.desk = desk;
        this.repeatedTooOften = repeatedTooOften;
        this.insert = new SparseInsert<>("scan_event", targets());
    }

    @Override
    public void write(Connection connection, List<Attached> decided) throws SQLException {
        List<Received> received = new ArrayList<>();
        TreeSet<Long> contradicted = new TreeSet<>();
        List<Decision.Duplicate> repeats = new ArrayList<>();
        for (Attached arrival : decided) {
            if (arrival.decision() instanceof Decision.Canonical) {
                received.add(new Received(arrival));
            } else if (arrival.decision() instanceof Decision.Conflict conflict) {
                contradicted.add(conflict.canonicalId());
            } else if (arrival.decision() instanceof Decision.Duplicate repeat) {
                repeats.add(repeat);
            }
        }
        if (!received.isEmpty()) {
            insert.execute(connection, received);
        }
        contradicted.addAll(repeatedTooOften(connection, repeats));
        mark(connection, contradicted);
    }

    @Override
    public void committed(List<Attached> decided) {
        for (Attached arrival : decided) {
            if (arrival.decision() instanceof Decision.Canonical first) {
                desk.begin(new WorkedScan(first.arrivalId(), 1, (Scan) arrival.attachment()));
            }
        }
    }

    @Override
    public void makePartitions(Connection connection) throws SQLException {
        partitions.makeAhead(connection);
    }

    private List<Long> repeatedTooOften(Connection connection, List<Decision.Duplicate> repeats) throws SQLException {
        List<Long> tooOften = new ArrayList<>();
        if (repeats.isEmpty()) {
            return tooOften;
        }
        try (PreparedStatement statement = connection.prepareStatement(TOO_OFTEN)) {
            java.util.TreeMap<Long, Long> byScan = new java.util.TreeMap<>();
            repeats.forEach(repeat -> byScan.put(repeat.canonicalId(), repeat.arrivalId()));
            statement.setArray(
                    1, connection.createArrayOf("int8", byScan.keySet().toArray()));
            statement.setArray(
                    2, connection.createArrayOf("int8", byScan.values().toArray()));
            statement.setInt(3, settings.repeatsPerHourMax() + 1);
            statement.setInt(4, settings.repeatsPerHourMax());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tooOften.add(row.getLong(1));
                    repeatedTooOften.accept(row.getLong(1));
                }
            }
        }
        return tooOften;
    }

    private void mark(Connection connection, TreeSet<Long> scanIds) throws SQLException {
        if (scanIds.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(CONTRADICTED)) {
            statement.setString(1, node);
            statement.setArray(2, connection.createArrayOf("int8", scanIds.toArray()));
            statement.executeUpdate();
        }
    }

    private List<Target<Received>> targets() {
        return List.of(
                plain("scan_id", bigint(row -> row.of.decision().arrivalId())),
                plain("scan_barcode", text(row -> row.scan.code().raw())),
                plain("barcode_type", text(row -> row.scan.code().type())),
                plain("barcode_normal", text(row -> row.scan.code().normal())),
                plain("no_read", bool(row -> row.scan.code().noRead())),
                plain("bind_sn", text(row -> row.scan.binding().sn())),
                plain("bind_lot", text(row -> row.scan.binding().lot())),
                plain("bind_station", text(row -> row.scan.binding().station())),
                plain("work_order", text(row -> row.scan.binding().workOrder())),
                plain("scan_action", text(row -> row.scan.action())),
                plain("action_source", text(row -> row.scan.actionSource())),
                plain("device_id", text(row -> row.scan.device().id())),
                plain("device_type", text(row -> row.scan.device().type())),
                plain("device_model", text(row -> row.scan.device().model())),
                plain("scan_session_id", text(row -> row.scan.device().session())),
                plain("operator_id", text(row -> row.scan.operator().id())),
                plain("operator_name", text(row -> row.scan.operator().name())),
                plain("site_id", text(row -> row.scan.place().site())),
                plain("workshop_id", text(row -> row.scan.place().workshop())),
                plain("line_id", text(row -> row.scan.place().line())),
                plain("station_id", text(row -> row.scan.place().station())),
                timestamp("capture_time", micros(row -> row.scan.captureTime())),
                timestamp("arrival_at", micros(Received::arrivalAt)),
                plain("clock_suspect", bool(this::isSuspect)),
                plain("channel", text(row -> row.scan.key().channel())),
                plain("idempotency_key", text(row -> row.scan.key().text())),
                plain("key_recipe", text(row -> row.scan.key().recipe())),
                plain(
                        "key_resolution_ms",
                        integer(row ->
                                row.scan.key().derived() ? (int) row.scan.key().resolutionMillis() : null)),
                plain("key_truncated", bool(row -> row.scan.key().truncated())),
                new Target<>(
                        "leased_until",
                        "clock_timestamp() + k.leased_until * interval '1 ms'",
                        integer(row -> settings.leaseMillis())),
                plain("created_by", text(Received::creator)),
                plain("updated_by", text(row -> node)));
    }

    private boolean isSuspect(Received row) {
        Instant captured = row.scan.captureTime();
        return captured != null
                && Duration.between(captured, row.arrivalAt()).abs().toSeconds() > settings.clockSuspectSeconds();
    }

    /** A first arrival, with its scan at hand. */
    private static final class Received {
        private final Attached of;
        private final Scan scan;

        Received(Attached of) {
            this.of = of;
            this.scan = (Scan) of.attachment();
        }

        Instant arrivalAt() {
            return of.arrival().delivery().arrivalAt();
        }

        String creator() {
            String credential = of.arrival().delivery().credential();
            String creator = credential == null ? of.arrival().delivery().inlet() : credential;
            return creator.length() <= CREATOR_CHARS_MAX ? creator : creator.substring(0, CREATOR_CHARS_MAX);
        }
    }
}
