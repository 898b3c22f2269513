package io.plantgate.ledger;

import io.plantgate.event.Reading;
import java.util.List;
import java.util.OptionalLong;

/** From a finished draft to the decision that its sender hears. */
final class Verdicts {

    private Verdicts() {}

    /** The verdict on a reading that has no identity. */
    static Verdict withoutIdentity(Reading reading) {
        return reading instanceof Reading.Incomplete ? Verdict.INCOMPLETE : Verdict.QUARANTINED;
    }

    static List<Decision> decisions(List<Draft> drafts) {
        if (drafts.size() == 1) {
            return List.of(decision(drafts.get(0)));
        }
        return drafts.stream().map(Verdicts::decision).toList();
    }

    static Decision decision(Draft draft) {
        return switch (draft.verdict) {
            case CANONICAL ->
                new Decision.Canonical(
                        draft.arrivalId(),
                        draft.late,
                        draft.recurrenceOf == null ? OptionalLong.empty() : OptionalLong.of(draft.recurrenceOf));
            case DUPLICATE ->
                new Decision.Duplicate(
                        draft.arrivalId(), draft.canonicalId(), draft.first.arrivalAt(), draft.late, !draft.unverified);
            case CONFLICT ->
                new Decision.Conflict(
                        draft.arrivalId(),
                        draft.canonicalId(),
                        draft.first.arrivalAt(),
                        draft.late,
                        draft.first.payload().hashHex(),
                        draft.payload().hashHex(),
                        draft.workItemId,
                        draft.firstKept);
            case INCOMPLETE -> new Decision.Incomplete(draft.arrivalId(), Arrivals.reason(draft), draft.workItemId);
            case QUARANTINED -> new Decision.Quarantined(draft.arrivalId(), Arrivals.reason(draft));
        };
    }
}
