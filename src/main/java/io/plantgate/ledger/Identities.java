package io.plantgate.ledger;

import static io.plantgate.ledger.ArrayStatement.bigint;
import static io.plantgate.ledger.ArrayStatement.bytes;
import static io.plantgate.ledger.ArrayStatement.integer;
import static io.plantgate.ledger.ArrayStatement.micros;
import static io.plantgate.ledger.ArrayStatement.smallint;
import static io.plantgate.ledger.ArrayStatement.text;
import static io.plantgate.ledger.SparseInsert.Target.plain;
import static io.plantgate.ledger.SparseInsert.Target.timestamp;

import io.plantgate.event.EventIdentity;
import io.plantgate.event.Payload;
import io.plantgate.ledger.Draft.Canonical;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arbiter: inserts identities and reads to whom the losers lost. "Duplicate" is never learned from an exception, nor
 * from a look before the insert.
 *
 * <p>PostgreSQL, INSERT: "ON CONFLICT DO NOTHING simply avoids inserting a row"; it waits for a transaction that is
 * inserting the same key, so the read that follows (READ COMMITTED, a new snapshot) sees the winner's row.
 */
final class Identities {

    private static final int ROUNDS_MAX = 10;

    private static final SparseInsert<Draft> INSERT = new SparseInsert<>(
            "identity",
            List.of(
                    plain("canonical_id", bigint(Draft::arrivalId)),
                    plain("source_id", bigint(draft -> draft.sourceId)),
                    plain(
                            "transition_id",
                            text(draft -> draft.event().identity().transitionId())),
                    plain("boot_id", text(draft -> draft.event().identity().bootId())),
                    timestamp("arrival_at", micros(Draft::arrivalAt)),
                    plain("payload_hash", bytes(draft -> draft.payload().hash())),
                    plain("canon_version", smallint(draft -> draft.payload().canonVersion())),
                    plain("profile_version", integer(draft -> draft.profileVersion))),
            "on conflict do nothing");

    private static final ArrayStatement<Draft> READ = new ArrayStatement<>(
            """
            select k.position, i.canonical_id, i.arrival_at, i.payload_hash, i.canon_version, i.profile_version
              from unnest(?::bigint[], ?::text[], ?::text[]) with ordinality
                   as k(source_id, transition_id, boot_id, position)
              join identity i
                on i.source_id = k.source_id and i.transition_id = k.transition_id and i.boot_id = k.boot_id""",
            List.of(
                    ArrayStatement.bigint(draft -> draft.sourceId),
                    ArrayStatement.text(draft -> draft.event().identity().transitionId()),
                    ArrayStatement.text(draft -> draft.event().identity().bootId())));

    /**
     * Finds the canonical arrival of every identity.
     *
     * @param drafts those with an identity, in the order of their coming
     */
    void settle(Connection connection, List<Draft> drafts) throws SQLException {
        Map<EventIdentity, Draft> firsts = new HashMap<>(2 * drafts.size());
        List<Draft> open = new ArrayList<>(drafts.size());
        for (Draft draft : drafts) {
            if (firsts.putIfAbsent(draft.event().identity(), draft) == null) {
                open.add(draft);
            }
        }
        // The order of keys: the order in which every node takes its locks.
        open.sort(Comparator.comparing(draft -> draft.event().identity()));
        decide(connection, open);
        if (firsts.size() < drafts.size()) {
            drafts.forEach(draft -> draft.first = firsts.get(draft.event().identity()).first);
        }
    }

    private static void decide(Connection connection, List<Draft> drafts) throws SQLException {
        List<Draft> open = drafts;
        for (int round = 0; !open.isEmpty(); round++) {
            if (round == ROUNDS_MAX) {
                throw new SQLException("An identity can neither be inserted nor found.", "40001");
            }
            if (INSERT.execute(connection, open) == open.size()) {
                open.forEach(Identities::wins);
                return;
            }
            open = readWinners(connection, open);
        }
    }

    /** Notes who won; what is not found was purged meanwhile and is to be inserted again. */
    private static List<Draft> readWinners(Connection connection, List<Draft> drafts) throws SQLException {
        List<Draft> unfound = new ArrayList<>(drafts);
        try (PreparedStatement statement = READ.bind(connection, drafts);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int index = row.getInt(1) - 1;
                Draft draft = drafts.get(index);
                unfound.set(index, null);
                long canonicalId = row.getLong(2);
                if (canonicalId == draft.arrivalId()) {
                    wins(draft);
                } else {
                    draft.first = new Canonical(
                            canonicalId,
                            row.getObject(3, java.time.OffsetDateTime.class).toInstant(),
                            new Payload(row.getBytes(4), row.getShort(5)),
                            row.getInt(6),
                            null);
                }
            }
        }
        unfound.removeIf(draft -> draft == null);
        return unfound;
    }

    private static void wins(Draft draft) {
        draft.verdict = Verdict.CANONICAL;
        draft.first = new Canonical(draft.arrivalId(), draft.arrivalAt(), draft.payload(), draft.profileVersion, draft);
    }
}
