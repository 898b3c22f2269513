package io.plantgate.web;

import io.plantgate.effect.EffectState;

/**
 * Which effects are searched; a null part does not restrict.
 *
 * @param waiting only those that nothing but a person moves on: unknown without a time, held, or refused or abandoned and not
 *     answered by a person
 * @param after only effects with a smaller id
 */
record EffectQuery(
        EffectState state, String kind, String lane, Long canonicalId, Boolean waiting, long after, int limit) {}
