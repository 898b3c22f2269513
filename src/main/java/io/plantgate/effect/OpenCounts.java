package io.plantgate.effect;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * How many effects stand open or wait for a person, and how long the oldest does; by kind and state, read through the partial
 * indexes. What waits is the same as in the view effect_open and over REST.
 */
final class OpenCounts {

    private static final String COUNT = """
            select kind, state, waits, count(*) as effects, extract(epoch from now() - min(planned_at)) as oldest
              from (select kind, state::text as state, false as waits, planned_at from outbox where due_at is not null
                    union all
                    select kind, state::text, false, planned_at from outbox where state = 'in_flight'
                    union all
                    select kind, state::text, state <> 'accepted', planned_at from outbox
                     where state in ('held', 'accepted', 'unknown') and due_at is null
                    union all
                    select kind, state::text, true, planned_at from outbox
                     where state in ('rejected', 'abandoned')
                       and (select m.to_state from effect_move m where m.effect_id = outbox.effect_id
                             order by m.move_id desc limit 1) is distinct from state
                    union all
                    select kind, state::text, false, planned_at from outbox
                     where lane is not null and state in ('held', 'pending', 'in_flight', 'accepted', 'unknown')
                       and state = 'pending' and due_at is null) open
             group by kind, state, waits""";

    private final EffectStore store;
    private final MultiGauge effects;
    private final MultiGauge oldest;
    private volatile List<Count> counts = List.of();

    /** @param waits true if only a person moves them */
    record Count(String kind, String state, boolean waits, long effects, double oldestSeconds) {}

    OpenCounts(EffectStore store, MeterRegistry registry) {
        this.store = store;
        this.effects = MultiGauge.builder("plantgate.effects.open")
                .description("Effects that are not settled, and refused ones that no person has answered")
                .register(registry);
        this.oldest = MultiGauge.builder("plantgate.effects.oldest.seconds")
                .description("Age of the oldest of them")
                .register(registry);
    }

    List<Count> last() {
        return counts;
    }

    void refresh() throws SQLException {
        counts = store.inTransaction(OpenCounts::count);
        effects.register(
                counts.stream()
                        .map(count -> MultiGauge.Row.of(tags(count), count.effects()))
                        .toList(),
                true);
        oldest.register(
                counts.stream()
                        .map(count -> MultiGauge.Row.of(tags(count), count.oldestSeconds()))
                        .toList(),
                true);
    }

    private static Tags tags(Count count) {
        return Tags.of(
                "kind", count.kind(), "state", count.state(), "waits_for_person", Boolean.toString(count.waits()));
    }

    private static List<Count> count(Connection connection) throws SQLException {
        List<Count> counts = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(COUNT);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                counts.add(new Count(
                        row.getString("kind"),
                        row.getString("state"),
                        row.getBoolean("waits"),
                        row.getLong("effects"),
                        row.getDouble("oldest")));
            }
        }
        return counts;
    }
}
