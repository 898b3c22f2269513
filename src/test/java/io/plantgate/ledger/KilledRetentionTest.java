package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.testing.Trip;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The retention's process killed at random: twenty times; {@code -Dplantgate.test.retention.kills=200} for more. */
class KilledRetentionTest {

    private static final int MONTHS_AT_FIRST = 3;
    private static final int EVENTS = 40;
    private static final int AFTER_MILLIS_MAX = 400;
    private static final int AGAIN_MILLIS = 5;
    private static final int WAITS_MAX = 20_000;
    private static final int STARTS_MAX_PER_KILL = 3;
    private static final EffectPlan POSTING =
            new EffectPlan("erp", "v1", "erp-posting", On.CANONICAL, Policy.PLAN, Policy.PLAN);
    private static final String SUMMARY = """
            select transition_id, duplicate_count, conflict_count, to_char(first_arrival at time zone 'UTC', 'HH24:MI:SS'),
                   to_char(last_arrival at time zone 'UTC', 'HH24:MI:SS')
              from canonical_summary
             order by transition_id collate "C\"""";
    private static final String EFFECTS = "select effects, attempts from effect_counts where state = 'delivered'";
    private static final String NOTHING = "arrivals [], effects []";
    private static final String LEFT = """
            (select month from retention_month where state <> 'DROPPED'
             union all select month from effect_month where state <> 'DROPPED'
             union all select '2000-01-01' from arrival
             union all select '2000-01-01' from outbox) as left_over""";

    private final LedgerFixture fixture = new LedgerFixture();
    private final Aging aging = new Aging(fixture.rows);
    private final List<Arrival> firsts = new ArrayList<>();
    /** What is put in, counted here and nowhere in SQL. */
    private final Map<String, String> expected = new TreeMap<>();

    private final Map<String, Integer> killedWhile = new TreeMap<>();
    private Random random = new Random();
    private YearMonth next = YearMonth.now(ZoneOffset.UTC).minusMonths(RetentionProcess.MONTHS + 1L);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void howeverOftenItIsKilledEachArrivalAndEachEffectIsCountedOnceAtAnyMoment() throws Exception {
        long seed = Long.getLong("seed", System.currentTimeMillis());
        int wanted = Integer.getInteger("plantgate.test.retention.kills", 20);
        System.out.println("KilledRetentionTest seed " + seed + " (replay with -Dseed=" + seed + ")");
        random = new Random(seed);
        for (int i = 0; i < MONTHS_AT_FIRST; i++) {
            addMonth();
        }

        int kills = 0;
        for (int start = 0; kills < wanted; start++) {
            assertThat(start).as("processes for %s kills", kills).isLessThan(wanted * STARTS_MAX_PER_KILL);
            List<String> before = progress();
            RetentionProcess process = RetentionProcess.start(fixture.database.url());
            for (int i = 0; progress().equals(before) && i < WAITS_MAX; i++) {
                process.await(AGAIN_MILLIS);
            }
            process.await(random.nextInt(AFTER_MILLIS_MAX));
            process.kill();
            String states = states();
            if (isDone()) {
                addMonth();
            } else if (!states.equals(NOTHING)) {
                kills++;
                killedWhile.merge(states, 1, Integer::sum);
            }
            assertThatAllIsCountedOnce();
        }
        System.out.println("Killed while " + killedWhile);
        assertThat(killedWhile).as("steps at which it was killed").hasSizeGreaterThan(1);
        runToTheEnd();

        assertThatAllIsCountedOnce();
        List<Verdict> copies = fixture.verdicts(firsts.toArray(Arrival[]::new));
        assertThat(copies).containsOnly(Verdict.DUPLICATE).hasSize(expected.size());
        assertThat(fixture.rows.count("outbox")).as("no copy plans an effect").isZero();
    }

    private void runToTheEnd() throws Exception {
        for (int start = 0; !isDone(); start++) {
            assertThat(start).as("processes, and still there is something left").isLessThan(3);
            RetentionProcess process = RetentionProcess.start(fixture.database.url());
            for (int i = 0; !isDone() && i < WAITS_MAX; i++) {
                process.await(AGAIN_MILLIS);
            }
            process.kill();
        }
    }

    private boolean isDone() {
        return fixture.rows.count(LEFT) == 0;
    }

    /** Changes with each step. */
    private List<String> progress() {
        return fixture.rows.list("select month, state, counted_to from retention_month"
                + " union all select month, state, 0 from effect_month order by 1, 2, 3");
    }

    /** What is in the middle of being given up. */
    private String states() {
        return "arrivals "
                + fixture.rows.list("select state from retention_month where state <> 'DROPPED' order by month")
                + ", effects "
                + fixture.rows.list("select state from effect_month where state <> 'DROPPED' order by month");
    }

    private void assertThatAllIsCountedOnce() {
        assertThat(fixture.rows.list(SUMMARY)).isEqualTo(List.copyOf(expected.values()));
        assertThat(fixture.rows.one(EFFECTS)).isEqualTo(expected.size() + " " + 2 * expected.size());
    }

    private void addMonth() {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String name = next + "-" + i;
            LocalTime first = LocalTime.ofSecondOfDay(3600 + i);
            arrivals.add(arriving(trip(name).wanting(POSTING), first));
            firsts.add(arriving(trip(name).wanting(POSTING), first.plusHours(9)));
            int copies = random.nextInt(4);
            LocalTime last = first;
            for (int copy = 1; copy <= copies; copy++) {
                last = first.plusMinutes(copy);
                arrivals.add(arriving(trip(name), last));
            }
            int contradictions = random.nextInt(3) / 2;
            if (contradictions == 1) {
                last = first.plusHours(2);
                arrivals.add(arriving(trip(name).saying("otherwise"), last));
            }
            expected.put(name, "%s %d %d %s %s".formatted(name, copies, contradictions, text(first), text(last)));
        }
        fixture.record(arrivals.toArray(Arrival[]::new));
        fixture.rows.execute("insert into settlement (work_item_id, outcome, settled_by, reason)"
                + " select work_item_id, 'KEEP_FIRST', 'jo', 'seen' from work_item"
                + " where work_item_id not in (select work_item_id from settlement)");
        fixture.rows.execute("update outbox set state = 'delivered', due_at = null");
        aging.arrivals(next);
        aging.effects(next);
        next = next.minusMonths(1);
    }

    private static Arrival arriving(Trip trip, LocalTime time) {
        return trip.arrivingAt(text(time)).arrival();
    }

    private static String text(LocalTime time) {
        return "%02d:%02d:%02d".formatted(time.getHour(), time.getMinute(), time.getSecond());
    }
}
