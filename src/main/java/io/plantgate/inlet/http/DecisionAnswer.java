package io.plantgate.inlet.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plantgate.event.Reason;
import io.plantgate.ledger.Decision;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * One decision as its sender reads it.
 *
 * @param duplicateOf equal to canonicalId, for duplicates only
 * @param firstArrivalAt arrivalAt of the canonical arrival
 * @param firstKept false for a conflict with a first arrival of which only the digest is kept
 * @param verified false if the first arrival's bytes are gone, so that only the identity was compared
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionAnswer(
        long arrivalId,
        String decision,
        Long canonicalId,
        Long duplicateOf,
        Instant firstArrivalAt,
        Boolean verified,
        Reason reason,
        Boolean late,
        Long recurrenceOf,
        Long workItemId,
        String payloadHash,
        String firstPayloadHash,
        Boolean firstKept) {

    public static DecisionAnswer of(Decision decision) {
        if (decision instanceof Decision.Canonical canonical) {
            return canonical(canonical);
        }
        if (decision instanceof Decision.Duplicate duplicate) {
            return duplicate(duplicate);
        }
        if (decision instanceof Decision.Conflict conflict) {
            return conflict(conflict);
        }
        return withoutIdentity(decision);
    }

    private static DecisionAnswer canonical(Decision.Canonical it) {
        Long recurrenceOf = orNull(it.recurrenceOf());
        return new DecisionAnswer(
                it.arrivalId(),
                word(it),
                it.arrivalId(),
                null,
                null,
                null,
                null,
                it.late(),
                recurrenceOf,
                null,
                null,
                null,
                null);
    }

    private static DecisionAnswer duplicate(Decision.Duplicate it) {
        return new DecisionAnswer(
                it.arrivalId(),
                word(it),
                it.canonicalId(),
                it.canonicalId(),
                it.firstArrivalAt(),
                it.verified(),
                null,
                it.late(),
                null,
                null,
                null,
                null,
                null);
    }

    private static DecisionAnswer conflict(Decision.Conflict it) {
        return new DecisionAnswer(
                it.arrivalId(),
                word(it),
                it.canonicalId(),
                null,
                it.firstArrivalAt(),
                null,
                null,
                it.late(),
                null,
                it.workItemId(),
                it.payloadHash(),
                it.firstPayloadHash(),
                it.firstKept() ? null : Boolean.FALSE);
    }

    private static DecisionAnswer withoutIdentity(Decision it) {
        Reason reason = reasonOf(it);
        Long workItemId = it instanceof Decision.Incomplete incomplete ? Long.valueOf(incomplete.workItemId()) : null;
        return new DecisionAnswer(
                it.arrivalId(), word(it), null, null, null, null, reason, null, null, workItemId, null, null, null);
    }

    private static Reason reasonOf(Decision decision) {
        return decision instanceof Decision.Incomplete incomplete
                ? incomplete.reason()
                : ((Decision.Quarantined) decision).reason();
    }

    private static String word(Decision decision) {
        return decision.verdict().name();
    }

    private static Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
