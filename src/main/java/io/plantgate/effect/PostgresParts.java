package io.plantgate.effect;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Parts as rows of {@code attempt_part}, each in a transaction of its own. */
final class PostgresParts implements EffectParts {

    // A person who has it tried again wants the whole of it, perhaps to another address.
    private static final String TAKEN = """
            select part_no, parts_total, reference, detail
              from attempt_part
             where effect_id = :effect
               and detail is not null
               and outcome is distinct from 'REJECTED'
               and claimed_at > coalesce(
                       (select max(moved_at) from effect_move where effect_id = :effect and action = 'retry'), '-infinity')
             order by attempt_id, part_no
            """;

    private static final String TOOK = """
            insert into attempt_part
                   (attempt_id, part_no, claimed_at, effect_id, planned_at, channel, reference, parts_total, detail)
            select attempt_id, :part, claimed_at, effect_id, planned_at, channel, :reference, :total, :detail
              from attempt
             where attempt_id = :attempt
                on conflict do nothing
            """;

    private final JdbcClient jdbc;

    PostgresParts(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    @Override
    public List<EffectPart> taken(long effectId) {
        try {
            return jdbc.sql(TAKEN)
                    .param("effect", effectId)
                    .query((row, at) -> new EffectPart(
                            row.getInt("part_no"),
                            row.getInt("parts_total"),
                            row.getString("reference"),
                            row.getString("detail")))
                    .list();
        } catch (DataAccessException e) {
            throw new EffectsUnreachableException("The parts of effect " + effectId + " cannot be read.", e);
        }
    }

    @Override
    public void took(ClaimedEffect effect, EffectPart part) {
        try {
            jdbc.sql(TOOK)
                    .param("attempt", effect.attemptId())
                    .param("part", part.partNo())
                    .param("reference", part.reference())
                    .param("total", part.partsTotal())
                    .param("detail", part.detail())
                    .update();
        } catch (DataAccessException e) {
            throw new EffectsUnreachableException(
                    "Part %d of effect %d cannot be kept.".formatted(part.partNo(), effect.effectId()), e);
        }
    }
}
