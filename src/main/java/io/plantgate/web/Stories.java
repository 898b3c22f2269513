package io.plantgate.web;

import io.plantgate.worklist.Evidence;
import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.KeptArrivals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Puts the whole story of one event together. */
final class Stories {

    private final StoryEvents events;
    private final StoryRepeats repeats;
    private final BootGenerations boots;
    private final EffectRows effects;
    private final AttemptRows attempts;
    private final KeptArrivals arrivals;
    private final FieldDifferences differences;

    Stories(DataSource dataSource, EffectRows effects, KeptArrivals arrivals, FieldDifferences differences) {
        this.events = new StoryEvents(dataSource);
        this.repeats = new StoryRepeats(dataSource);
        this.boots = new BootGenerations(dataSource);
        this.effects = effects;
        this.attempts = new AttemptRows(dataSource);
        this.arrivals = arrivals;
        this.differences = differences;
    }

    /**
     * @param after only repeats with a smaller arrivalId
     * @param limit bound on each list of the story
     */
    Optional<EventStory> find(long canonicalId, long after, int limit) {
        return events.find(canonicalId).map(event -> tell(event, after, limit));
    }

    /** The event that an arrival is about, if it is no event itself. */
    Optional<Long> about(long arrivalId) {
        return events.about(arrivalId);
    }

    /** How often an event was repeated and contradicted, also if its own arrival is no longer kept. */
    StoryCounts counts(long canonicalId) {
        return repeats.counts(canonicalId);
    }

    private EventStory tell(StoryEvent event, long after, int limit) {
        long id = event.canonicalId();
        Optional<Evidence> first = arrivals.find(id);
        return new EventStory(
                event,
                first.map(differences::fields).orElse(Map.of()),
                first.map(evidence -> evidence.delivery().facts()).orElse(Map.of()),
                Optional.ofNullable(event.device())
                        .flatMap(device -> boots.find(device, event.bootId()))
                        .orElse(null),
                repeats.counts(id),
                Page.of(limit, rows -> repeats(id, first, after, rows), Repeat::arrivalId),
                events.sameTransition(event, limit),
                repeats.items(id, limit),
                effects(id, limit),
                attempts.ofEvent(id, limit));
    }

    private List<StoryEffect> effects(long canonicalId, int limit) {
        List<EffectRow> rows = effects.find(EffectQuery.ofEvent(canonicalId, limit));
        List<Long> ids = rows.stream().map(EffectRow::effectId).toList();
        Map<Long, List<PartRow>> parts = attempts.parts(ids, limit);
        Map<Long, List<MoveRow>> moves = attempts.moves(ids, limit);
        return rows.stream()
                .map(row -> new StoryEffect(
                        row,
                        parts.getOrDefault(row.effectId(), List.of()),
                        moves.getOrDefault(row.effectId(), List.of())))
                .toList();
    }

    private List<Repeat> repeats(long canonicalId, Optional<Evidence> first, long after, int limit) {
        return repeats.page(canonicalId, after, limit).stream()
                .map(repeat -> first.map(evidence -> compared(evidence, repeat)).orElse(repeat))
                .toList();
    }

    private Repeat compared(Evidence first, Repeat repeat) {
        if (!repeat.decision().equals("CONFLICT")) {
            return repeat;
        }
        return arrivals.find(repeat.arrivalId())
                .map(other -> repeat.with(differences.between(first, other)))
                .orElse(repeat);
    }
}
