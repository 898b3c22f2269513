package io.plantgate.ledger;

import io.plantgate.event.Event;
import io.plantgate.event.PayloadRereading;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.Reading;
import io.plantgate.ledger.AttachedRows.Attached;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The steps of one transaction, in the order that every node keeps: chunks and completions claimed, boot generations,
 * identities in key order, what the losers lost to, sequences in key order, recurrences, work items, effects, arrivals, what
 * other packages attach. The caller opens the transaction and commits it.
 */
final class BatchTransaction {

    // Held to the end, so that after a lost answer the next try can wait until this one is over on the server.
    private static final String BEGIN = """
            select pg_advisory_xact_lock(?), now(),
                   (select deployment from deployment order by deployment_no desc limit 1)""";

    private final long lockKey;
    private final Names names;
    private final Generations generations;
    private final Comparison comparison;
    private final Chunks chunks = new Chunks();
    private final Completions completions = new Completions();
    private final Identities identities = new Identities();
    private final Births births = new Births();
    private final Sequences sequences;
    private final Recurrences recurrences = new Recurrences();
    private final WorkItems workItems = new WorkItems();
    private final Outbox outbox;
    private final Arrivals arrivals = new Arrivals();
    private final AttachedRows attached;

    BatchTransaction(
            long lockKey,
            Names names,
            int cacheEntriesMax,
            PayloadRereading rereading,
            EffectPlanning planning,
            AttachedRows attached) {
        this.lockKey = lockKey;
        this.attached = attached;
        this.outbox = new Outbox(planning);
        this.names = names;
        this.generations = new Generations(cacheEntriesMax);
        this.sequences = new Sequences(cacheEntriesMax, names.versions());
        this.comparison = new Comparison(names.versions(), new KeptArrivals(names.versions()), rereading);
    }

    /** Interned names, shared by all shards of a node. */
    record Names(Sources sources, Inlets inlets, ProfileVersions versions) {}

    /**
     * Waits for an earlier transaction of this shard whose answer was lost, and takes its place.
     *
     * @return what the database says of this transaction
     */
    Begun begin(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BEGIN)) {
            statement.setLong(1, lockKey);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Begun(row.getObject(2, OffsetDateTime.class).toInstant(), row.getString(3));
            }
        }
    }

    /**
     * A transaction that holds its place.
     *
     * @param now its time on the database's clock
     * @param deployment begins the keys of its effects
     */
    record Begun(Instant now, String deployment) {}

    /** True if the unit's rows are there: its commit had succeeded though its answer was lost. */
    boolean isRecorded(Connection connection, Pending unit) throws SQLException {
        Entry first = unit.entries().get(0);
        long id = first.arrivalId();
        return unit.completion() == null
                ? arrivals.isRecorded(connection, id)
                        || sequences.isRecorded(connection, sourceId(connection, first), id)
                : completions.isRecorded(connection, id);
    }

    private Long sourceId(Connection connection, Entry entry) throws SQLException {
        Sources.Name source = sourceName(entry);
        return source == null
                ? null
                : names.sources().numbers(connection, Set.of(source)).get(source);
    }

    /** Makes the names that the drafts refer to. The connection is in auto-commit. */
    List<Drafted> drafts(Connection connection, List<Pending> units) throws SQLException {
        Set<String> inletNames = new HashSet<>();
        Set<ProfileVersion> profiles = new HashSet<>();
        Set<Sources.Name> sourceNames = new HashSet<>();
        Entry before = null;
        for (Pending unit : units) {
            for (Entry entry : unit.entries()) {
                // Neighbours mostly share the very objects.
                if (before == null || inlet(before) != inlet(entry)) {
                    inletNames.add(inlet(entry));
                }
                if (before == null
                        || before.arrival().profile() != entry.arrival().profile()) {
                    profiles.add(entry.arrival().profile());
                }
                sourceNames.add(sourceName(entry));
                before = entry;
            }
        }
        sourceNames.remove(null);
        names.versions().require(connection, profiles);
        Map<String, Integer> inlets = names.inlets().numbers(connection, inletNames);
        Map<Sources.Name, Long> sources = names.sources().numbers(connection, sourceNames);
        List<Drafted> drafted = new ArrayList<>(units.size());
        for (Pending unit : units) {
            List<Draft> drafts = new ArrayList<>(unit.arrivals());
            unit.entries().forEach(entry -> drafts.add(draft(entry, inlets, sources)));
            drafted.add(new Drafted(unit, drafts));
        }
        sequences.require(connection, drafted);
        return drafted;
    }

    private Draft draft(Entry entry, Map<String, Integer> inlets, Map<Sources.Name, Long> sources) {
        Sources.Name source = sourceName(entry);
        return new Draft(
                entry,
                inlets.get(inlet(entry)),
                names.versions().number(entry.arrival().profile()),
                source == null ? null : sources.get(source));
    }

    /** A unit with the drafts of its arrivals. */
    record Drafted(Pending unit, List<Draft> drafts) {}

    /** Runs the steps; the outcome counts once the caller has committed. */
    Outcome run(Connection connection, List<Drafted> units, Begun begun) throws SQLException {
        Outcome outcome = new Outcome();
        List<Drafted> claimed = claim(connection, units, outcome);
        List<Draft> drafts = new ArrayList<>();
        claimed.forEach(unit -> drafts.addAll(unit.drafts()));
        outcome.generations = decide(connection, drafts);
        outcome.plannedKinds = write(connection, drafts, begun);
        outcome.attached = attach(connection, drafts, begun.now());
        for (Drafted claim : claimed) {
            if (claim.unit().chunk() != null) {
                chunks.count(connection, claim.unit().chunk(), claim.drafts());
            }
            outcome.decided.put(claim.unit(), Verdicts.decisions(claim.drafts()));
        }
        return outcome;
    }

    private List<Drafted> claim(Connection connection, List<Drafted> units, Outcome outcome) throws SQLException {
        Set<Long> refused = refusedCompletions(connection, units);
        List<Drafted> claimed = new ArrayList<>(units.size());
        for (Drafted drafted : units) {
            Pending unit = drafted.unit();
            if (unit.chunk() != null && !chunks.claim(connection, unit.chunk(), unit.arrivals())) {
                outcome.decided.put(unit, List.of());
            } else if (unit.completion() != null
                    && !refused.add(unit.completion().arrivalId())) {
                outcome.alreadyCompleted.add(unit);
            } else {
                claimed.add(drafted);
            }
        }
        return claimed;
    }

    private Set<Long> refusedCompletions(Connection connection, List<Drafted> units) throws SQLException {
        List<Long> ids = units.stream()
                .map(Drafted::unit)
                .filter(unit -> unit.completion() != null)
                .map(unit -> unit.completion().arrivalId())
                .distinct()
                .sorted()
                .toList();
        return ids.isEmpty() ? new HashSet<>() : completions.refused(connection, ids);
    }

    private Generations.View decide(Connection connection, List<Draft> drafts) throws SQLException {
        List<Draft> numbered = filter(drafts, draft -> draft.numbering() != null);
        births.name(connection, numbered);
        Generations.View view = generations.enter(connection, drafts);
        List<Draft> events = filter(drafts, draft -> draft.event() != null && draft.numbering() == null);
        identities.settle(connection, events);
        settle(connection, filter(numbered, draft -> draft.numbering() != null));
        for (Draft draft : drafts) {
            if (draft.numbering() != null) {
                continue;
            }
            if (draft.event() != null) {
                comparison.judge(connection, draft);
            } else {
                draft.verdict = Verdicts.withoutIdentity(draft.reading);
            }
        }
        recurrences.find(connection, filter(events, d -> d.verdict == Verdict.CANONICAL && view.hasSeveralBoots(d)));
        return view;
    }

    private void settle(Connection connection, List<Draft> numbered) throws SQLException {
        if (!numbered.isEmpty()) {
            sequences.settle(connection, numbered);
        }
    }

    private Set<String> write(Connection connection, List<Draft> drafts, Begun begun) throws SQLException {
        workItems.attachConflicts(connection, filter(drafts, draft -> draft.verdict == Verdict.CONFLICT));
        workItems.attachIncomplete(connection, filter(drafts, draft -> draft.verdict == Verdict.INCOMPLETE));
        Set<String> kinds = outbox.plan(connection, drafts, begun);
        arrivals.insert(connection, filter(drafts, draft -> draft.entry.completion() == null && !draft.unkept));
        completions.insert(connection, filter(drafts, draft -> draft.entry.completion() != null));
        return kinds;
    }

    private List<Attached> attach(Connection connection, List<Draft> drafts, Instant now) throws SQLException {
        List<Attached> rows = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.reading instanceof Event event && event.attachment() != null) {
                rows.add(new Attached(draft.entry.arrival(), event.attachment(), Verdicts.decision(draft)));
            }
        }
        if (!rows.isEmpty()) {
            attached.write(connection, rows, now);
        }
        return rows;
    }

    private static List<Draft> filter(List<Draft> drafts, Predicate<Draft> wanted) {
        List<Draft> filtered = new ArrayList<>();
        for (Draft draft : drafts) {
            if (wanted.test(draft)) {
                filtered.add(draft);
            }
        }
        return filtered;
    }

    private static String inlet(Entry entry) {
        return entry.arrival().delivery().inlet();
    }

    private static Sources.Name sourceName(Entry entry) {
        if (entry.arrival().reading() instanceof Event event) {
            return new Sources.Name(event.identity().source(), event.device());
        }
        return entry.arrival().reading() instanceof Reading.Incomplete incomplete && incomplete.source() != null
                ? new Sources.Name(incomplete.source(), null)
                : null;
    }

    /** What a transaction decided, to be told after its commit. */
    static final class Outcome {
        final Map<Pending, List<Decision>> decided = new LinkedHashMap<>();
        final List<Pending> alreadyCompleted = new ArrayList<>();
        Set<String> plannedKinds = Set.of();
        List<Attached> attached = List.of();
        Generations.View generations;
    }
}
