package io.plantgate.ledger;

import io.plantgate.testing.Rows;
import java.time.YearMonth;
import java.util.List;

/** Makes what was recorded this month look as if it had been recorded in the middle of another one. */
final class Aging {

    private static final List<String> EFFECT_TABLES = List.of("outbox", "attempt", "attempt_part");

    private final Rows rows;

    Aging(Rows rows) {
        this.rows = rows;
    }

    /** Arrivals and their identities. */
    void arrivals(YearMonth month) {
        partition("arrival", month);
        String middle = middle(month);
        rows.execute("update identity i set recorded_at = " + middle
                + " from arrival a where a.arrival_id = i.canonical_id and " + isNew("a.recorded_at"));
        rows.execute("update arrival set recorded_at = " + middle + " where " + isNew("recorded_at"));
    }

    /** Effects, each tried once in that month and once in the next. */
    void effects(YearMonth month) {
        effectPartitions(month);
        effectPartitions(month.plusMonths(1));
        rows.execute("update outbox set attempts = 2, planned_at = " + middle(month) + " where " + isNew("planned_at"));
        for (YearMonth tried : List.of(month, month.plusMonths(1))) {
            rows.execute("""
                    with tried as (
                        insert into attempt (claimed_at, effect_id, planned_at, attempt_no, kind_version, repeat, purpose, channel, worker)
                        select %s, effect_id, planned_at, 1, 1, false, 'SEND', 'erp', 'w' from outbox where planned_at = %s
                        returning *)
                    insert into attempt_part (attempt_id, part_no, claimed_at, effect_id, planned_at, channel, reference)
                    select attempt_id, 1, claimed_at, effect_id, planned_at, channel, 'D-' || effect_id from tried""".formatted(middle(tried), middle(month)));
        }
    }

    private void effectPartitions(YearMonth month) {
        EFFECT_TABLES.forEach(table -> partition(table, month));
    }

    private void partition(String table, YearMonth month) {
        rows.execute(
                "create table if not exists %s partition of %s for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')"
                        .formatted(Partitions.name(table, month), table, month, month.plusMonths(1)));
    }

    private static String middle(YearMonth month) {
        return "timestamptz '" + month + "-15 00:00+00'";
    }

    private static String isNew(String column) {
        return column + " >= date_trunc('month', now(), 'UTC')";
    }
}
