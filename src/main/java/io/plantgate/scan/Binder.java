package io.plantgate.scan;

import io.plantgate.event.Scan;
import io.plantgate.ledger.ArrayStatement;
import io.plantgate.scan.WorkedScan.Found;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Binds codes to serials and orders. The primary key of {@code scan_binding} alone decides who was first: insert what can be
 * inserted, then read to whom the others lost.
 */
final class Binder {

    private static final ArrayStatement<Found> BIND = new ArrayStatement<>(
            """
            insert into scan_binding (channel, code, bind_sn, work_order, bind_lot, scan_id)
            select k.channel, k.code, k.bind_sn, k.work_order, k.bind_lot, k.scan_id
              from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[])
                   as k(channel, code, bind_sn, work_order, bind_lot, scan_id)
             order by k.channel, k.code, k.scan_id
            on conflict do nothing
            """,
            List.of(
                    ArrayStatement.text(found -> BoundCode.of(found.scan()).channel()),
                    ArrayStatement.text(found -> BoundCode.of(found.scan()).code()),
                    ArrayStatement.text(found -> found.binding().sn()),
                    ArrayStatement.text(found -> found.binding().workOrder()),
                    ArrayStatement.text(found -> found.binding().lot()),
                    ArrayStatement.bigint(Found::scanId)));

    private static final ArrayStatement<BoundCode> HOLDERS = new ArrayStatement<>(
            """
            select b.channel, b.code, b.scan_id, b.bind_sn, b.work_order
              from unnest(?::text[], ?::text[]) as k(channel, code)
              join scan_binding b on b.channel = k.channel and b.code = k.code
            """, List.of(ArrayStatement.text(BoundCode::channel), ArrayStatement.text(BoundCode::code)));

    private static final ArrayStatement<BoundCode> RELEASE = new ArrayStatement<>(
            """
            delete from scan_binding b
             using (select b.channel, b.code
                      from unnest(?::text[], ?::text[]) as k(channel, code)
                      join scan_binding b on b.channel = k.channel and b.code = k.code
                     order by b.channel, b.code
                       for update of b) k
             where b.channel = k.channel and b.code = k.code
            """, List.of(ArrayStatement.text(BoundCode::channel), ArrayStatement.text(BoundCode::code)));

    private final ScanSettings settings;

    Binder(ScanSettings settings) {
        this.settings = settings;
    }

    /** What holds a code. */
    record Holder(long scanId, String sn, String workOrder) {

        /** True if it is the very binding that the scan asks for. */
        boolean agrees(Found found) {
            Scan.Binding wanted = found.binding();
            return scanId == found.scanId()
                    || Objects.equals(sn, wanted.sn()) && Objects.equals(workOrder, wanted.workOrder());
        }

        String message() {
            return "Bound to order " + shown(workOrder) + ", serial " + shown(sn) + ".";
        }

        private static String shown(String text) {
            return text == null ? "(none)" : text;
        }
    }

    /** True for a scan that binds its code. */
    boolean binds(Found found) {
        Scan.Binding binding = found.binding();
        return settings.bindingActions().contains(found.scan().action())
                && known(found)
                && (binding.sn() != null || binding.workOrder() != null);
    }

    /** True for a scan that ends what its code is bound to. */
    boolean releases(Found found) {
        return settings.releasingActions().contains(found.scan().action()) && known(found);
    }

    private static boolean known(Found found) {
        boolean answered =
                found.finding().kind() == Finding.Kind.KNOWN || found.finding().kind() == Finding.Kind.PENDING;
        String own = found.finding().result();
        boolean agreed = own == null || own.equals("ok") || own.equals("pending");
        return answered && agreed && !found.scan().code().noRead();
    }

    /** Binds and releases; returns what holds the code of each scan that could not bind, by scanId. */
    Map<Long, Holder> bind(Connection connection, List<Found> group) throws SQLException {
        List<Found> releasing = group.stream().filter(this::releases).toList();
        if (!releasing.isEmpty()) {
            RELEASE.execute(connection, codes(releasing));
        }
        List<Found> binding = group.stream().filter(this::binds).toList();
        Map<Long, Holder> elsewhere = new HashMap<>();
        if (!binding.isEmpty() && BIND.execute(connection, binding) < binding.size()) {
            Map<BoundCode, Holder> holders = holders(connection, codes(binding));
            for (Found found : binding) {
                Holder holder = holders.get(BoundCode.of(found.scan()));
                if (holder != null && !holder.agrees(found)) {
                    elsewhere.put(found.scanId(), holder);
                }
            }
        }
        return elsewhere;
    }

    private static Map<BoundCode, Holder> holders(Connection connection, List<BoundCode> codes) throws SQLException {
        Map<BoundCode, Holder> holders = new HashMap<>();
        try (PreparedStatement statement = HOLDERS.bind(connection, codes);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                holders.put(
                        new BoundCode(row.getString(1), row.getString(2)),
                        new Holder(row.getLong(3), row.getString(4), row.getString(5)));
            }
        }
        return holders;
    }

    private static List<BoundCode> codes(List<Found> group) {
        Map<BoundCode, BoundCode> codes = new TreeMap<>();
        group.stream().map(Found::scan).map(BoundCode::of).forEach(code -> codes.put(code, code));
        return codes.keySet().stream().map(Function.identity()).toList();
    }
}
