package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** What metrics and health say waits, held against what the view says. */
class OpenCountsTest {

    @Test
    void metricsAndTheViewSayTheSameOfEveryState() throws Exception {
        try (EffectFixture site = new EffectFixture()) {
            for (EffectState state : EffectState.values()) {
                site.insert("k", state);
                site.insert("k", state);
            }
            site.rows.execute(
                    "update outbox set due_at = now() + interval '1 hour' where effect_id in"
                            + " (select min(effect_id) from outbox where state in ('pending', 'accepted', 'unknown') group by state)");
            site.rows.execute("update outbox set lane = 'A' where state = 'pending' and due_at is null");
            for (EffectState answered : new EffectState[] {EffectState.REJECTED, EffectState.ABANDONED}) {
                site.rows.execute("insert into effect_move (effect_id, action, from_state, to_state, moved_by, reason)"
                        + " select min(effect_id), 'settle', 'unknown', state, 'anna', 'asked' from outbox where state = '"
                        + answered.sql() + "' group by state");
            }
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            OpenCounts counts =
                    new OpenCounts(new EffectStore(site.database.dataSource(), EffectFixture.BYTES_AS_TEXT), meters);

            counts.refresh();

            assertThat(counts.last().stream().map(count -> count.state() + " " + count.waits() + " " + count.effects()))
                    .containsExactlyInAnyOrderElementsOf(
                            site.rows.list("select state::text || ' ' || waits_for_a_person || ' ' || count(*)"
                                    + " from effect_open group by state, waits_for_a_person"))
                    .contains(
                            "held true 2", "unknown true 1", "rejected true 1", "abandoned true 1", "pending false 2");
            assertThat(meters.get("plantgate.effects.open")
                            .tags("state", "held", "waits_for_person", "true")
                            .gauge()
                            .value())
                    .isEqualTo(2);
        }
    }
}
