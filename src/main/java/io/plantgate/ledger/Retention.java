package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Gives up effects and arrivals month by month, in steps, each a transaction: they are counted, the partition is detached
 * (from then on the counts hold), the table is dropped. A step that did not come to its commit is made again. What is still open
 * keeps its month. One node at a time works; identities outlive the arrivals.
 */
final class Retention {

    // Any number will do; one node at a time gives anything up.
    private static final String LOCK = "select pg_try_advisory_lock(7291350121)";
    private static final String UNLOCK = "select pg_advisory_unlock(7291350121)";

    private final DataSource dataSource;
    private final RetentionSettings settings;
    private final int pieceRepeats;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private volatile Map<YearMonth, String> held = Map.of();
    private volatile Map<YearMonth, String> heldEffects = Map.of();

    Retention(DataSource dataSource, RetentionSettings settings) {
        this(dataSource, settings, ArrivalMonths.PIECE_REPEATS);
    }

    /** @param pieceRepeats repeats that are counted in one transaction */
    Retention(DataSource dataSource, RetentionSettings settings, int pieceRepeats) {
        this.dataSource = dataSource;
        this.settings = settings;
        this.pieceRepeats = pieceRepeats;
    }

    /**
     * What one run gave up.
     *
     * @param months those whose arrivals are dropped now
     * @param effectMonths those whose effects are dropped now
     * @param identities how many identities are forgotten
     */
    record Ended(List<YearMonth> months, List<YearMonth> effectMonths, long identities) {
        static final Ended NOTHING = new Ended(List.of(), List.of(), 0);
    }

    /** Months whose time is over and why their arrivals are still there, as the last run of this node found them. */
    Map<YearMonth, String> held() {
        return held;
    }

    /** The same of effects. */
    Map<YearMonth, String> heldEffects() {
        return heldEffects;
    }

    /** A run that counts ends soon; whoever runs next goes on. */
    void stop() {
        stopped.countDown();
    }

    /** Gives up what is over; nothing while another node is at it. */
    Ended run() throws SQLException {
        if (settings.arrivalMonths() == 0 && settings.effectMonths() == 0) {
            return Ended.NOTHING;
        }
        try (Connection connection = dataSource.getConnection()) {
            if (!isTrue(connection, LOCK)) {
                return Ended.NOTHING;
            }
            try {
                YearMonth now = Partitions.thisMonth(connection);
                MonthSteps steps = new MonthSteps(connection);
                // An effect refers to its arrivals, so it goes first.
                List<YearMonth> effects = endEffects(steps, now);
                List<YearMonth> arrivals = endArrivals(steps, now);
                return new Ended(arrivals, effects, endIdentities(connection, steps, now));
            } finally {
                isTrue(connection, UNLOCK);
            }
        }
    }

    private List<YearMonth> endEffects(MonthSteps steps, YearMonth now) throws SQLException {
        if (settings.effectMonths() == 0) {
            return List.of();
        }
        Map<YearMonth, String> waiting = new TreeMap<>();
        List<YearMonth> dropped = new EffectMonths(steps, waiting).end(now.minusMonths(settings.effectMonths()));
        heldEffects = Map.copyOf(waiting);
        return dropped;
    }

    private List<YearMonth> endArrivals(MonthSteps steps, YearMonth now) throws SQLException {
        if (settings.arrivalMonths() == 0) {
            return List.of();
        }
        Map<YearMonth, String> waiting = new TreeMap<>();
        List<YearMonth> dropped = new ArrivalMonths(steps, this::pause, pieceRepeats, waiting)
                .end(now.minusMonths(settings.arrivalMonths()), withEffects(steps));
        held = Map.copyOf(waiting);
        return dropped;
    }

    private boolean pause(long nanos) {
        try {
            return !stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // Effects that are to be kept for longer than the arrivals cannot hold these.
    private Map<YearMonth, String> withEffects(MonthSteps steps) throws SQLException {
        Map<YearMonth, String> inUse = new HashMap<>();
        if (settings.effectsGoFirst()) {
            for (YearMonth month : steps.attached("outbox")) {
                inUse.put(month, "its effects are kept");
            }
        }
        return inUse;
    }

    private long endIdentities(Connection connection, MonthSteps steps, YearMonth now) throws SQLException {
        if (settings.identityMonths() == 0) {
            return 0;
        }
        YearMonth kept = now.minusMonths(settings.identityMonths());
        for (YearMonth month : steps.attached("arrival")) {
            // An arrival that is kept needs its identity.
            kept = month.isBefore(kept) ? month : kept;
        }
        return ForgottenIdentities.before(connection, kept);
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
