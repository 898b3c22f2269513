package io.plantgate.effect;

import java.util.List;
import javax.sql.DataSource;

/**
 * Effects that a target takes in parts, such as a text message of several segments: each part is kept as soon as the target
 * has taken it, so that a later attempt sends the missing ones only, and so that a report finds its effect even if its attempt
 * never ended. An attempt that goes on with an earlier one's parts keeps those too: the effect is delivered once all
 * parts of one attempt are reported delivered, as many as {@link EffectPart#partsTotal()} says.
 */
public interface EffectParts {

    /** Kept in the database of the outbox. */
    static EffectParts in(DataSource dataSource) {
        return new PostgresParts(dataSource);
    }

    /**
     * The parts that earlier attempts brought through since a person last had a say in it, oldest first. Those that the target
     * reported as failed are not among them.
     *
     * @throws EffectsUnreachableException if the database cannot tell now
     */
    List<EffectPart> taken(long effectId);

    /**
     * Keeps one under this effect's attempt. Once more changes nothing; a late one is kept too, whatever became of the effect.
     *
     * @throws EffectsUnreachableException if the database cannot keep it now
     */
    void took(ClaimedEffect effect, EffectPart part);
}
