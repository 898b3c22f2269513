package io.plantgate.ledger;

import io.plantgate.event.Payload;
import io.plantgate.event.PayloadRereading;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ProfileVersion;
import io.plantgate.ledger.Draft.Canonical;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Tells a duplicate from a conflict. Payload hashes compare only if both were made under one canonical form and one
 * digest of the profile. Where they do not, or differ and the profile's text has changed in between, equal raw bytes
 * mean duplicate, else the first arrival's bytes are hashed anew the way the later one was. Where those bytes are gone
 * and hashes do not compare, it is taken for a duplicate and flagged as unverified.
 */
final class Comparison {

    private final ProfileVersions versions;
    private final KeptArrivals kept;
    private final PayloadRereading rereading;

    Comparison(ProfileVersions versions, KeptArrivals kept, PayloadRereading rereading) {
        this.versions = versions;
        this.kept = kept;
        this.rereading = rereading;
    }

    /** Gives the draft its verdict against the first arrival under its identity. */
    void judge(Connection connection, Draft draft) throws SQLException {
        if (draft.verdict == Verdict.CANONICAL) {
            return;
        }
        ProfileVersion under = draft.entry.arrival().profile();
        boolean comparable = hashesCompare(connection, draft, under);
        boolean same = draft.payload().sameAs(draft.first.payload());
        if (comparable && (same || draft.first.profileVersion() == draft.profileVersion)) {
            draft.verdict = verdict(same);
            return;
        }
        judgeByBytes(connection, draft, under, comparable);
    }

    // The texts of the two profiles differ; a corrected profile must not turn the same bytes into a conflict.
    private void judgeByBytes(Connection connection, Draft draft, ProfileVersion under, boolean comparable)
            throws SQLException {
        Optional<KeptArrival> first = firstArrival(connection, draft);
        if (first.isPresent() && Arrays.equals(first.get().raw(), draft.raw())) {
            draft.verdict = Verdict.DUPLICATE;
            return;
        }
        Optional<Payload> reread = first.flatMap(arrival -> rereading.reread(arrival, under));
        draft.unverified = reread.isEmpty() && !comparable;
        draft.verdict = verdict(reread.map(draft.payload()::sameAs).orElse(!comparable));
    }

    private boolean hashesCompare(Connection connection, Draft draft, ProfileVersion under) throws SQLException {
        Canonical first = draft.first;
        if (first.payload().canonVersion() != draft.payload().canonVersion()) {
            return false;
        }
        return first.profileVersion() == draft.profileVersion
                || versions.version(connection, first.profileVersion()).digest().equals(under.digest());
    }

    private Optional<KeptArrival> firstArrival(Connection connection, Draft draft) throws SQLException {
        Draft inThisTransaction = draft.first.draft();
        if (inThisTransaction == null) {
            return kept.find(
                    connection, draft.first.canonicalId(), draft.event().identity());
        }
        return Optional.of(new KeptArrival(
                inThisTransaction.raw(),
                null,
                inThisTransaction.entry.arrival().delivery().facts(),
                inThisTransaction.entry.arrival().profile(),
                draft.event().identity()));
    }

    private static Verdict verdict(boolean same) {
        return same ? Verdict.DUPLICATE : Verdict.CONFLICT;
    }
}
