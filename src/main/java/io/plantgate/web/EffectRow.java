package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * An effect, and what is known of it.
 *
 * @param ruleVersion text of the profile's rule under which it was planned; each attempt names that of the kind
 * @param lane where it keeps an order; a release takes it out, and the move names it
 * @param state {@code DELIVERED} only by a positive sign of the target or the word of a person; {@code UNKNOWN} if it may
 *     have been done
 * @param waitsForAPerson true if the gateway does nothing more with it until a person says a word
 * @param doubtful true if an attempt may have done it and nothing has proven otherwise, whatever the state
 * @param attempts tries so far, questions included
 * @param failures tries that certainly did nothing and count towards the kind's bound
 * @param repeats sends after one that may have done it, or that the target had accepted and then denied
 * @param reference what the target calls it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EffectRow(
        long effectId,
        long canonicalId,
        String profile,
        String rule,
        String ruleVersion,
        String kind,
        String lane,
        String plannedOn,
        String state,
        boolean waitsForAPerson,
        boolean doubtful,
        String reason,
        String reference,
        int attempts,
        int failures,
        int repeats,
        Instant plannedAt,
        Instant dueAt,
        Instant settledAt,
        String worker,
        String idempotencyKey) {}
