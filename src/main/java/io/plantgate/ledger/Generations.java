package io.plantgate.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.event.Event;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Restart generations: opens one for every boot never seen before, and says which arrivals are late.
 *
 * <p>Every opening takes the row lock of {@code generation_epoch} until its commit, so generations become visible in the
 * order of their numbers, and an unchanged epoch proves that nobody opened one since this cache was filled. That makes
 * the usual batch cost one small read. One instance per shard: it is used by that shard's committer alone.
 */
final class Generations {

    private static final String EPOCH = "select epoch from generation_epoch";
    private static final String NEXT_EPOCH = "update generation_epoch set epoch = epoch + ? returning epoch";
    private static final String OPENED_SINCE =
            "select device, boot_id, generation_no from boot_generation where generation_no > ? order by generation_no";

    private static final ArrayStatement<Boot> LOOK_UP =
            new ArrayStatement<>("""
            select k.device, k.boot_id, g.generation_no, n.generation_no, n.several
              from unnest(?::text[], ?::text[]) as k(device, boot_id)
              left join boot_generation g on g.device = k.device and g.boot_id = k.boot_id
              left join lateral (
                   select max(two.generation_no) as generation_no, count(*) > 1 as several
                     from (select b.generation_no from boot_generation b
                            where b.device = k.device order by b.generation_no desc limit 2) two) n on true""", List.of(ArrayStatement.text(Boot::device), ArrayStatement.text(Boot::bootId)));

    private static final ArrayStatement<Opening> OPEN = new ArrayStatement<>(
            """
            insert into boot_generation
                   (device, boot_id, generation_no, first_arrival_id, first_arrival_at, evidence, boot_observed_by)
            select k.device, k.boot_id, k.generation_no, k.arrival_id, %s, k.evidence,
                   case when k.evidence = 'BOOT_OBSERVED' then k.arrival_id end
              from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[])
                   as k(device, boot_id, generation_no, arrival_id, arrival_at, evidence)""".formatted(Micros.timestamp("arrival_at")),
            List.of(
                    ArrayStatement.text(o -> o.boot().device()),
                    ArrayStatement.text(o -> o.boot().bootId()),
                    ArrayStatement.bigint(Opening::generationNo),
                    ArrayStatement.bigint(o -> o.by().arrivalId()),
                    ArrayStatement.micros(o -> o.by().arrivalAt()),
                    ArrayStatement.text(o -> o.by().event().bootObserved() ? "BOOT_OBSERVED" : "EVENT")));

    private static final ArrayStatement<Draft> OBSERVE = new ArrayStatement<>(
            """
            update boot_generation g set boot_observed_by = k.arrival_id
              from unnest(?::text[], ?::text[], ?::bigint[]) as k(device, boot_id, arrival_id)
             where g.device = k.device and g.boot_id = k.boot_id and g.boot_observed_by is null""",
            List.of(
                    ArrayStatement.text(d -> d.event().device()),
                    ArrayStatement.text(d -> d.event().identity().bootId()),
                    ArrayStatement.bigint(Draft::arrivalId)));

    private final Cache<Boot, Long> numbers;
    private final Cache<String, Newest> newest;
    private long epoch = -1;

    Generations(int entriesMax) {
        this.numbers = Caffeine.newBuilder()
                .maximumSize(entriesMax)
                .executor(Runnable::run)
                .build();
        this.newest = Caffeine.newBuilder()
                .maximumSize(entriesMax)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Opens what must be opened and marks the late drafts, in their order.
     *
     * @return the view of this transaction; {@link View#remember()} after the commit
     */
    View enter(Connection connection, List<Draft> drafts) throws SQLException {
        catchUp(connection, single(connection, EPOCH));
        View view = new View(drafts);
        view.load(connection);
        if (view.opens()) {
            // The lock: from here to the commit nobody else opens a generation.
            long last = nextEpoch(connection, view.openings.size());
            // What this transaction adds to the epoch is not yet true: it may be rolled back.
            catchUp(connection, last - view.openings.size());
            view = new View(drafts);
            view.load(connection);
            view.number(last);
            OPEN.execute(connection, new ArrayList<>(view.openings.values()));
        }
        view.observe(connection);
        view.markLate();
        return view;
    }

    /** Learns what others opened since this cache was filled; {@code committed} is the last number that stands. */
    private void catchUp(Connection connection, long committed) throws SQLException {
        if (epoch < 0) {
            epoch = committed;
        }
        if (committed == epoch) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(OPENED_SINCE)) {
            statement.setLong(1, epoch);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    learn(new Boot(row.getString(1), row.getString(2)), row.getLong(3));
                }
            }
        }
        epoch = Math.max(epoch, committed);
    }

    private void learn(Boot boot, long number) {
        numbers.put(boot, number);
        Newest before = newest.getIfPresent(boot.device());
        // A device that is not in the cache is looked up when it is needed.
        if (before != null && number > before.generationNo()) {
            newest.put(boot.device(), new Newest(number, before.generationNo() > 0));
        }
        epoch = Math.max(epoch, number);
    }

    private static long nextEpoch(Connection connection, int openings) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEXT_EPOCH)) {
            statement.setLong(1, openings);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static long single(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** A restart generation's name. */
    record Boot(String device, String bootId) {
        // Looked up several times per arrival; the parts' own hashes are cached by their strings.
        @Override
        public int hashCode() {
            return 31 * device.hashCode() + bootId.hashCode();
        }
    }

    /**
     * A device's newest generation.
     *
     * @param generationNo 0 if the device has none yet
     * @param several true if it has more than one
     */
    private record Newest(long generationNo, boolean several) {}

    private record Opening(Boot boot, long generationNo, Draft by) {}

    /** What one transaction sees and adds. */
    final class View {
        private final List<Draft> drafts;
        private final Map<Boot, Long> known = new HashMap<>();
        private final Map<String, Newest> newestBefore = new HashMap<>();
        private final Map<Boot, Opening> openings = new LinkedHashMap<>();
        private final Map<String, Newest> newestAfter = new HashMap<>();

        private View(List<Draft> drafts) {
            this.drafts = drafts.stream()
                    .filter(draft -> draft.event() != null && draft.event().device() != null)
                    .toList();
        }

        private void load(Connection connection) throws SQLException {
            Set<Boot> missing = new TreeSet<>(Comparator.comparing(Boot::device).thenComparing(Boot::bootId));
            for (Draft draft : drafts) {
                Boot boot = draft.boot();
                if (known.containsKey(boot) || missing.contains(boot)) {
                    continue;
                }
                Long number = numbers.getIfPresent(boot);
                Newest devicesNewest = newest.getIfPresent(boot.device());
                if (number != null && devicesNewest != null) {
                    known.put(boot, number);
                    newestBefore.put(boot.device(), devicesNewest);
                } else {
                    missing.add(boot);
                }
            }
            if (!missing.isEmpty()) {
                lookUp(connection, new ArrayList<>(missing));
            }
            for (Draft draft : drafts) {
                if (!known.containsKey(draft.boot())) {
                    openings.putIfAbsent(draft.boot(), new Opening(draft.boot(), 0, draft));
                }
            }
        }

        private void lookUp(Connection connection, List<Boot> missing) throws SQLException {
            try (PreparedStatement statement = LOOK_UP.bind(connection, missing);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Boot boot = new Boot(row.getString(1), row.getString(2));
                    long number = row.getLong(3);
                    if (!row.wasNull()) {
                        known.put(boot, number);
                        numbers.put(boot, number);
                    }
                    Newest devicesNewest = new Newest(row.getLong(4), row.getBoolean(5));
                    newestBefore.put(boot.device(), devicesNewest);
                    newest.put(boot.device(), devicesNewest);
                }
            }
        }

        private boolean opens() {
            return !openings.isEmpty();
        }

        private void number(long last) {
            long number = last - openings.size();
            for (Map.Entry<Boot, Opening> opening : openings.entrySet()) {
                number++;
                opening.setValue(
                        new Opening(opening.getKey(), number, opening.getValue().by()));
            }
        }

        private void observe(Connection connection) throws SQLException {
            List<Draft> observed = drafts.stream()
                    .filter(draft -> draft.event().bootObserved())
                    .sorted(Comparator.comparing((Draft draft) -> draft.event().device()))
                    .toList();
            if (!observed.isEmpty()) {
                OBSERVE.execute(connection, observed);
            }
        }

        private void markLate() {
            newestAfter.putAll(newestBefore);
            for (Draft draft : drafts) {
                Boot boot = draft.boot();
                Newest devicesNewest = newestAfter.get(boot.device());
                Opening opening = openings.get(boot);
                long number = opening == null ? known.get(boot) : opening.generationNo();
                if (number > devicesNewest.generationNo()) {
                    newestAfter.put(boot.device(), new Newest(number, devicesNewest.generationNo() > 0));
                } else {
                    draft.late = number < devicesNewest.generationNo();
                }
            }
        }

        /** True if the draft's device has had more than one boot by the end of this transaction. */
        boolean hasSeveralBoots(Draft draft) {
            Event event = draft.event();
            return event.device() != null && newestAfter.get(event.device()).several();
        }

        /** Keeps what this transaction opened; to be called after its commit. */
        void remember() {
            for (Opening opening : openings.values()) {
                learn(opening.boot(), opening.generationNo());
            }
        }
    }
}
