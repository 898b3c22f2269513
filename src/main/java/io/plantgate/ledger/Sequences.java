package io.plantgate.ledger;

import io.plantgate.event.Event;
import io.plantgate.event.Numbering.Evidence;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.ledger.Draft.Canonical;
import io.plantgate.sequence.block.Numbered;
import io.plantgate.sequence.block.Numbered.Outcome;
import io.plantgate.sequence.block.SequenceBlocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arbiter of numbered events: asks the blocks of their entities, and notes on each draft what it turned out to be. */
final class Sequences {

    private final SequenceBlocks blocks;
    private final ProfileVersions versions;

    Sequences(int cacheEntriesMax, ProfileVersions versions) {
        this.blocks = new SequenceBlocks(cacheEntriesMax);
        this.versions = versions;
    }

    /** Makes the rows of entities that are new. The connection is in auto-commit. */
    void require(Connection connection, List<BatchTransaction.Drafted> units) throws SQLException {
        List<Numbered> named = new ArrayList<>();
        for (BatchTransaction.Drafted unit : units) {
            for (Draft draft : unit.drafts()) {
                if (draft.numbering() != null && !draft.event().awaitsBirth()) {
                    named.add(numbered(draft));
                }
            }
        }
        if (!named.isEmpty()) {
            blocks.require(connection, named);
        }
    }

    /** @param drafts events with a number, in the order of their coming */
    void settle(Connection connection, List<Draft> drafts) throws SQLException {
        List<Numbered> arrivals = new ArrayList<>(drafts.size());
        for (Draft draft : drafts) {
            arrivals.add(numbered(draft));
        }
        List<Outcome> outcomes =
                blocks.settle(connection, arrivals, (one, other) -> sameReading(connection, one, other));
        boolean contradicted = false;
        for (int i = 0; i < outcomes.size(); i++) {
            note(drafts.get(i), outcomes.get(i));
            contradicted |= drafts.get(i).verdict == Verdict.CONFLICT;
        }
        if (contradicted) {
            bringFirsts(drafts);
        }
    }

    /** True if the arrival is recorded as a first one, of which no row is kept. */
    boolean isRecorded(Connection connection, Long sourceId, long arrivalId) throws SQLException {
        return sourceId != null && blocks.isRecorded(connection, sourceId, arrivalId);
    }

    private boolean sameReading(Connection connection, int one, int other) throws SQLException {
        return one == other
                || versions.version(connection, one)
                        .digest()
                        .equals(versions.version(connection, other).digest());
    }

    private static Numbered numbered(Draft draft) {
        Event event = draft.event();
        return new Numbered(
                draft.arrivalId(),
                draft.arrivalAt(),
                draft.sourceId,
                event.identity().bootId(),
                event.numbering(),
                event.payload(),
                draft.profileVersion,
                draft.entry.completion() != null);
    }

    // Where both contents come in one transaction the first has no row yet, or never will.
    private static void bringFirsts(List<Draft> drafts) {
        Map<Long, Draft> byId = new HashMap<>();
        for (Draft draft : drafts) {
            byId.put(draft.arrivalId(), draft);
            if (draft.verdict == Verdict.CONFLICT) {
                Canonical first = draft.first;
                draft.first = new Canonical(
                        first.canonicalId(),
                        first.arrivalAt(),
                        first.payload(),
                        first.profileVersion(),
                        byId.get(first.canonicalId()));
            }
        }
    }

    private static void note(Draft draft, Outcome outcome) {
        if (outcome instanceof Outcome.First first) {
            draft.verdict = Verdict.CANONICAL;
            draft.first =
                    new Canonical(draft.arrivalId(), draft.arrivalAt(), draft.payload(), draft.profileVersion, draft);
            draft.late |= first.late();
            draft.unkept = first.plain() && isEvidenceCompact(draft);
        } else if (outcome instanceof Outcome.Known known) {
            draft.verdict = known.same() ? Verdict.DUPLICATE : Verdict.CONFLICT;
            draft.unverified = !known.verified();
            draft.first = new Canonical(
                    known.canonicalId(), known.firstArrivalAt(), known.digest(), draft.profileVersion, null);
        } else {
            draft.reading = untold(draft, (Outcome.Untold) outcome);
        }
    }

    // Whatever may be asked for later by the arrival's id keeps its row.
    private static boolean isEvidenceCompact(Draft draft) {
        Event event = draft.event();
        return event.numbering().terms().evidence() == Evidence.COMPACT
                && draft.entry.completion() == null
                && draft.entry.importId() == null
                && !draft.late
                && !event.bootObserved()
                && event.effects().isEmpty()
                && event.flags().isEmpty();
    }

    private static Reading.Incomplete untold(Draft draft, Outcome.Untold untold) {
        String profile = draft.entry.arrival().profile().profile();
        String detail =
                switch (untold.code()) {
                    case TOO_FAR_AHEAD ->
                        " is farther ahead of " + untold.highest() + " than sequence.jumpMax. Kept. If the source has"
                                + " restarted, have it name its boot or declare restartsAt; if it has jumped, complete"
                                + " this arrival: the sequence goes on from it.";
                    case MODULUS_CHANGED ->
                        " came under another sequence.modulus than the entity's numbers before it (highest position "
                                + untold.highest() + "). Kept. Correct the profile; or, if the source counts otherwise"
                                + " from now on, complete its first arrival: a new generation begins with it.";
                    default ->
                        " cannot be told from one that was there before: the highest position is " + untold.highest()
                                + ". Kept. Complete it to take it where it is nearest.";
                };
        String number = profile + ": number " + draft.event().identity().transitionId();
        return incomplete(draft.event(), new Reason(untold.code(), number + detail));
    }

    static Reading.Incomplete incomplete(Event event, Reason reason) {
        String bootId = event.identity().bootId();
        return new Reading.Incomplete(
                event.identity().source(),
                event.identity().transitionId(),
                bootId.isEmpty() ? null : bootId,
                event.sourceTime(),
                event.payload(),
                event.flags(),
                reason);
    }
}
