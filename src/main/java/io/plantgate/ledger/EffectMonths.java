package io.plantgate.ledger;

import java.sql.SQLException;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gives up months of effects with their attempts: they are counted by kind and state, their partitions are detached together,
 * the tables are dropped. What people did to them stays, and so do the identities of their events: no copy plans one again.
 */
final class EffectMonths {

    // The order in which whoever claims an effect takes them.
    private static final List<String> TABLES = List.of("outbox", "attempt", "attempt_part");

    private static final String EXISTS = "select to_regclass(?)";

    private static final String STATE = "select state from effect_month where month = ?";

    private static final String DETACHED =
            "select to_char(month, 'YYYY-MM') from effect_month where state = 'DETACHED' order by 1";

    // An older month stays if one of its effects is open; what was tried for that one may be here.
    private static final String OPEN = """
            select case
              when exists (select from effect_open
                            where planned_at >= ?::date::timestamp at time zone 'UTC'
                              and planned_at < (?::date + interval '1 month') at time zone 'UTC')
              then 'an effect is not settled'
              when exists (select from attempt a join outbox o using (effect_id, planned_at)
                            where a.claimed_at >= ?::date::timestamp at time zone 'UTC'
                              and a.claimed_at < (?::date + interval '1 month') at time zone 'UTC'
                              and a.planned_at < ?::date::timestamp at time zone 'UTC')
              then 'it holds attempts of an effect of an older month that is kept'
            end
            """;

    private static final String OPEN_MONTH = """
            insert into effect_month (month, state, first_effect_id, last_effect_id)
            select ?, 'ROLLED_UP', min(effect_id), max(effect_id) from %s
            """;

    private static final String ROLL_UP = """
            insert into effect_rollup (month, kind, state, effects, attempts, repeats)
            select ?, kind, state, count(*), sum(attempts), sum(repeats)
              from %s
             group by kind, state
            """;

    // Of what had ended when it was counted only a person's word makes something else. Such a word takes seconds from
    // its
    // beginning to its commit; an hour is more than enough to see one that began before the counting.
    private static final String MOVED = """
            select m.effect_id
              from effect_move m
              join %s o using (effect_id)
             where m.moved_at > (select rolled_up_at from effect_month where month = ?) - interval '1 hour'
             limit 1
            """;

    private static final String FORGET_COUNTS = "delete from effect_rollup where month = ?";
    private static final String FORGET_MONTH = "delete from effect_month where month = ? and state = 'ROLLED_UP'";

    // Tried on after the month had ended: without its effect nobody finds such a row.
    private static final String END_LATER = """
            delete from %s t
             using effect_month m
             where m.month = ? and t.effect_id between m.first_effect_id and m.last_effect_id
               and t.planned_at >= m.month::timestamp at time zone 'UTC'
               and t.planned_at < (m.month + interval '1 month') at time zone 'UTC'
               and t.claimed_at >= (m.month + interval '1 month') at time zone 'UTC'
            """;

    private static final String NOTE_DETACHED =
            "update effect_month set state = 'DETACHED', detached_at = now() where month = ? and state = 'ROLLED_UP'";

    private static final String NOTE_DROPPED =
            "update effect_month set state = 'DROPPED', dropped_at = now() where month = ? and state = 'DETACHED'";

    private final MonthSteps steps;
    private final Map<YearMonth, String> waiting;

    /** @param waiting hears which month stays, and why */
    EffectMonths(MonthSteps steps, Map<YearMonth, String> waiting) {
        this.steps = steps;
        this.waiting = waiting;
    }

    /** Goes as far as it can; returns the months that are dropped now. */
    List<YearMonth> end(YearMonth kept) throws SQLException {
        for (YearMonth month : steps.attached("outbox")) {
            if (month.isBefore(kept)) {
                takeOut(month);
            }
        }
        List<YearMonth> dropped = new ArrayList<>();
        for (YearMonth month : steps.months(DETACHED)) {
            if (steps.briefly(() -> drop(month))) {
                dropped.add(month);
            } else {
                waiting.put(month, "somebody reads its tables");
            }
        }
        return dropped;
    }

    private void takeOut(YearMonth month) throws SQLException {
        if (steps.text(STATE, month) == null) {
            steps.inTransaction(() -> rollUp(month));
        }
        if (steps.text(STATE, month) != null && !steps.briefly(() -> detach(month))) {
            waiting.put(month, "effects are planned or delivered without a pause");
        }
    }

    // What is open and what is counted are one moment's.
    private void rollUp(YearMonth month) throws SQLException {
        steps.execute("set transaction isolation level repeatable read");
        steps.beUnhurried();
        String open = steps.text(OPEN, month, month, month, month, month);
        if (open != null) {
            waiting.put(month, open);
            return;
        }
        steps.update(OPEN_MONTH.formatted(table("outbox", month)), month);
        steps.update(ROLL_UP.formatted(table("outbox", month)), month);
    }

    private void detach(YearMonth month) throws SQLException {
        List<String> tables = tables(month);
        for (String table : tables) {
            steps.execute("lock table only %s, %s in access exclusive mode".formatted(table, table(table, month)));
        }
        if (steps.text(MOVED.formatted(table("outbox", month)), month) != null) {
            steps.update(FORGET_COUNTS, month);
            steps.update(FORGET_MONTH, month);
            waiting.put(month, "somebody has moved one of its effects, it is counted again");
            return;
        }
        if (steps.update(NOTE_DETACHED, month) == 1) {
            steps.update(END_LATER.formatted("attempt_part"), month);
            steps.update(END_LATER.formatted("attempt"), month);
            for (String table : tables) {
                steps.execute("alter table %s detach partition %s".formatted(table, table(table, month)));
            }
        }
    }

    private void drop(YearMonth month) throws SQLException {
        if (steps.update(NOTE_DROPPED, month) == 1) {
            for (String table : tables(month)) {
                steps.execute("drop table " + table(table, month));
            }
        }
    }

    private static String table(String table, YearMonth month) {
        return Partitions.name(table, month);
    }

    // Effects were planned before a release that tried them: such a month has no table of attempts.
    private List<String> tables(YearMonth month) throws SQLException {
        List<String> there = new ArrayList<>();
        for (String table : TABLES) {
            if (steps.text(EXISTS, table(table, month)) != null) {
                there.add(table);
            }
        }
        return there;
    }
}
