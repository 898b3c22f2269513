package io.plantgate.ledger;

import java.sql.SQLException;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gives up months of arrivals: their repeats are counted, the partition is detached, the table is dropped. */
final class ArrivalMonths {

    /** Repeats that are counted in one transaction. */
    static final int PIECE_REPEATS = 5_000;

    // Counting takes a tenth of its connection's time: those who send want the server for themselves.
    private static final int PAUSES_PER_PIECE = 9;

    private static final String STATE = "select state from retention_month where month = ?";

    private static final String DETACHED =
            "select to_char(month, 'YYYY-MM') from retention_month where state = 'DETACHED' order by 1";

    // Effects are asked for by the range of the month's numbers first: most are far from it.
    private static final String OPEN = """
            select case
              when exists (select from %1$s a
                            where a.decision = 'INCOMPLETE'
                              and not exists (select from completion c where c.arrival_id = a.arrival_id))
              then 'an arrival waits for its identity (INCOMPLETE)'
              when exists (select from work_item w
                            where w.kind = 'CONFLICT'
                              and not exists (select from settlement s where s.work_item_id = w.work_item_id)
                              and (exists (select from %1$s a where a.arrival_id = any (array[w.canonical_id, w.arrival_id]))
                                   or exists (select from %1$s a where a.work_item_id = w.work_item_id)))
              then 'a conflict is not settled'
              when exists (select from effect_open e
                            cross join (select min(arrival_id) as first, max(arrival_id) as last from %1$s) given
                            where (e.canonical_id between given.first and given.last
                                   or e.arrival_id between given.first and given.last)
                              and exists (select from %1$s a where a.arrival_id = any (array[e.canonical_id, e.arrival_id])))
              then 'an effect is not settled'
            end
            """;

    private static final String OPEN_MONTH = """
            insert into retention_month (month, state, first_arrival_id, last_arrival_id, rolled_up_at)
            select ?, 'COUNTING', min(arrival_id), max(arrival_id), null from %s
            on conflict (month) do nothing
            """;

    private static final String COUNTED_TO = "select counted_to from retention_month where month = ?";

    // All repeats of one event in one piece, so that its row is written once.
    private static final String END_OF_PIECE = """
            select canonical_id
              from %s
             where decision in ('DUPLICATE', 'CONFLICT') and canonical_id > ?
             order by canonical_id
            offset ? limit 1
            """;

    private static final String COUNT_PIECE = """
            insert into arrival_rollup (canonical_id, month, duplicate_count, conflict_count, first_arrival, last_arrival)
            select canonical_id, ?, count(*) filter (where decision = 'DUPLICATE'), count(*) filter (where decision = 'CONFLICT'),
                   min(arrival_at), max(arrival_at)
              from %s
             where decision in ('DUPLICATE', 'CONFLICT') and canonical_id > ? and canonical_id <= ?
             group by canonical_id
            """;

    private static final String NOTE_PIECE = "update retention_month set counted_to = ? where month = ?";

    private static final String NOTE_ROLLED_UP =
            "update retention_month set state = 'ROLLED_UP', rolled_up_at = now() where month = ? and state = 'COUNTING'";

    private static final String NOTE_DETACHED =
            "update retention_month set state = 'DETACHED', detached_at = now() where month = ? and state = 'ROLLED_UP'";

    private static final String NOTE_DROPPED =
            "update retention_month set state = 'DROPPED', dropped_at = now() where month = ? and state = 'DETACHED'";

    private final MonthSteps steps;
    private final Pause pause;
    private final int pieceRepeats;
    private final Map<YearMonth, String> waiting;

    /** Waits so long; false if the gateway stops meanwhile. */
    @FunctionalInterface
    interface Pause {
        boolean of(long nanos);
    }

    /**
     * @param pieceRepeats repeats that are counted in one transaction
     * @param waiting hears which month stays, and why
     */
    ArrivalMonths(MonthSteps steps, Pause pause, int pieceRepeats, Map<YearMonth, String> waiting) {
        this.steps = steps;
        this.pause = pause;
        this.pieceRepeats = pieceRepeats;
        this.waiting = waiting;
    }

    /**
     * Goes as far as it can; returns the months that are dropped now.
     *
     * @param inUse months that stay for the sake of what refers to them, and why
     */
    List<YearMonth> end(YearMonth kept, Map<YearMonth, String> inUse) throws SQLException {
        for (YearMonth month : steps.attached("arrival")) {
            if (month.isBefore(kept)) {
                takeOut(month, inUse.get(month));
            }
        }
        List<YearMonth> dropped = new ArrayList<>();
        for (YearMonth month : steps.months(DETACHED)) {
            if (steps.briefly(() -> drop(month))) {
                dropped.add(month);
            } else {
                waiting.put(month, "somebody reads its table");
            }
        }
        return dropped;
    }

    private void takeOut(YearMonth month, String use) throws SQLException {
        if (isOpen(month, use) || !count(month) || isOpen(month, use)) {
            return;
        }
        if (!steps.briefly(() -> detach(month))) {
            waiting.put(month, "arrivals are read or written without a pause");
        }
    }

    private boolean isOpen(YearMonth month, String use) throws SQLException {
        String open = use != null ? use : steps.text(OPEN.formatted(table(month)));
        if (open != null) {
            waiting.put(month, open);
        }
        return open != null;
    }

    // No row comes into a month that is over, so what is counted once holds.
    private boolean count(YearMonth month) throws SQLException {
        long nanos = 0;
        while (!isCounted(month)) {
            if (!pause.of(nanos * PAUSES_PER_PIECE)) {
                waiting.put(month, "the gateway stopped while it was counted");
                return false;
            }
            long start = System.nanoTime();
            steps.inTransaction(() -> countPiece(month));
            nanos = System.nanoTime() - start;
        }
        return true;
    }

    private boolean isCounted(YearMonth month) throws SQLException {
        String state = steps.text(STATE, month);
        return state != null && !state.equals("COUNTING");
    }

    private void countPiece(YearMonth month) throws SQLException {
        steps.beUnhurried();
        // The repeats have an index; all the rest of the month would be read for nothing, again and again.
        steps.execute("set local enable_seqscan = off");
        steps.update(OPEN_MONTH.formatted(table(month)), month);
        long from = Long.parseLong(steps.text(COUNTED_TO, month));
        String end = steps.text(END_OF_PIECE.formatted(table(month)), from, pieceRepeats - 1);
        long to = end == null ? Long.MAX_VALUE : Long.parseLong(end);
        steps.update(COUNT_PIECE.formatted(table(month)), month, from, to);
        steps.update(NOTE_PIECE, to, month);
        if (end == null) {
            steps.update(NOTE_ROLLED_UP, month);
        }
    }

    // Not CONCURRENTLY, which no transaction may hold: its repeats would be counted twice for a while, or not at all.
    private void detach(YearMonth month) throws SQLException {
        if (steps.update(NOTE_DETACHED, month) == 1) {
            steps.execute("alter table arrival detach partition " + table(month));
        }
    }

    private void drop(YearMonth month) throws SQLException {
        if (steps.update(NOTE_DROPPED, month) == 1) {
            steps.execute("drop table " + table(month));
        }
    }

    private static String table(YearMonth month) {
        return Partitions.name("arrival", month);
    }
}
