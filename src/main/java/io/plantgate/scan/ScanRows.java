package io.plantgate.scan;

import io.plantgate.event.Scan;
import io.plantgate.ledger.AttachedRows;
import io.plantgate.ledger.CopyInsert;
import io.plantgate.ledger.CopyInsert.Column;
import io.plantgate.ledger.Decision;
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

    private final CopyInsert<Received> insert;
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
        this.insert = new CopyInsert<>("scan_event", columns());
    }

    @Override
    public void write(Connection connection, List<Attached> decided, Instant now) throws SQLException {
        Instant leasedUntil = now.plusMillis(settings.leaseMillis());
        List<Received> received = new ArrayList<>();
        TreeSet<Long> contradicted = new TreeSet<>();
        List<Decision.Duplicate> repeats = new ArrayList<>();
        for (Attached arrival : decided) {
            if (arrival.decision() instanceof Decision.Canonical) {
                received.add(new Received(arrival, leasedUntil));
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

    private List<Column<Received>> columns() {
        return List.of(
                new Column<>(
                        "scan_id", (field, row) -> field.int8(row.of.decision().arrivalId())),
                new Column<>(
                        "scan_barcode",
                        (field, row) -> field.text(row.scan.code().raw())),
                new Column<>(
                        "barcode_type",
                        (field, row) -> field.text(row.scan.code().type())),
                new Column<>(
                        "barcode_normal",
                        (field, row) -> field.text(row.scan.code().normal())),
                new Column<>(
                        "barcode_doubt",
                        (field, row) -> field.text(row.scan.code().doubt())),
                new Column<>(
                        "no_read", (field, row) -> field.bool(row.scan.code().noRead())),
                new Column<>(
                        "bind_sn", (field, row) -> field.text(row.scan.binding().sn())),
                new Column<>(
                        "bind_lot",
                        (field, row) -> field.text(row.scan.binding().lot())),
                new Column<>(
                        "bind_station",
                        (field, row) -> field.text(row.scan.binding().station())),
                new Column<>(
                        "work_order",
                        (field, row) -> field.text(row.scan.binding().workOrder())),
                new Column<>("scan_action", (field, row) -> field.text(row.scan.action())),
                new Column<>("action_source", (field, row) -> field.text(row.scan.actionSource())),
                new Column<>(
                        "device_id",
                        (field, row) -> field.text(row.scan.device().id())),
                new Column<>(
                        "device_type",
                        (field, row) -> field.text(row.scan.device().type())),
                new Column<>(
                        "device_model",
                        (field, row) -> field.text(row.scan.device().model())),
                new Column<>(
                        "scan_session_id",
                        (field, row) -> field.text(row.scan.device().session())),
                new Column<>(
                        "operator_id",
                        (field, row) -> field.text(row.scan.operator().id())),
                new Column<>(
                        "operator_name",
                        (field, row) -> field.text(row.scan.operator().name())),
                new Column<>(
                        "site_id", (field, row) -> field.text(row.scan.place().site())),
                new Column<>(
                        "workshop_id",
                        (field, row) -> field.text(row.scan.place().workshop())),
                new Column<>(
                        "line_id", (field, row) -> field.text(row.scan.place().line())),
                new Column<>(
                        "station_id",
                        (field, row) -> field.text(row.scan.place().station())),
                new Column<>("capture_time", (field, row) -> field.timestamp(row.scan.captureTime())),
                new Column<>("arrival_at", (field, row) -> field.timestamp(row.arrivalAt())),
                new Column<>("clock_suspect", (field, row) -> field.bool(isSuspect(row))),
                new Column<>(
                        "channel", (field, row) -> field.text(row.scan.key().channel())),
                new Column<>(
                        "idempotency_key",
                        (field, row) -> field.text(row.scan.key().text())),
                new Column<>(
                        "key_recipe", (field, row) -> field.text(row.scan.key().recipe())),
                new Column<>("key_resolution_ms", (field, row) -> field.int4(row.resolutionMillis())),
                new Column<>(
                        "key_truncated",
                        (field, row) -> field.bool(row.scan.key().truncated())),
                new Column<>("leased_until", (field, row) -> field.timestamp(row.leasedUntil)),
                new Column<>("created_by", (field, row) -> field.text(row.creator())),
                new Column<>("updated_by", (field, row) -> field.text(node)));
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
        private final Instant leasedUntil;

        Received(Attached of, Instant leasedUntil) {
            this.of = of;
            this.leasedUntil = leasedUntil;
            this.scan = (Scan) of.attachment();
        }

        Instant arrivalAt() {
            return of.arrival().delivery().arrivalAt();
        }

        Integer resolutionMillis() {
            return scan.key().derived() ? (int) scan.key().resolutionMillis() : null;
        }

        String creator() {
            String credential = of.arrival().delivery().credential();
            String creator = credential == null ? of.arrival().delivery().inlet() : credential;
            return creator.length() <= CREATOR_CHARS_MAX ? creator : creator.substring(0, CREATOR_CHARS_MAX);
        }
    }
}
