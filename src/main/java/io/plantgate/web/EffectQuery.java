package io.plantgate.web;

import io.plantgate.effect.EffectState;

/**
 * Which effects are searched; a null part does not restrict.
 *
 * @param waiting only those that nothing but a person moves on: unknown without a time, held, or refused or abandoned and not
 *     answered by a person
 * @param attemptsMin only those with at least so many attempts
 * @param after only effects with a smaller id
 */
record EffectQuery(
        EffectState state,
        String kind,
        String lane,
        Long canonicalId,
        Boolean waiting,
        Integer attemptsMin,
        long after,
        int limit) {

    static EffectQuery ofEvent(long canonicalId, int limit) {
        return new EffectQuery(null, null, null, canonicalId, null, null, Long.MAX_VALUE, limit);
    }
}
