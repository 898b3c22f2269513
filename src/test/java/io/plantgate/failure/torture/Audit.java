package io.plantgate.failure.torture;

import io.plantgate.testing.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds the ledger against what the publishers were told. */
final class Audit {

    private static final String RAW_HASHES = "select distinct encode(raw_hash, 'hex') from arrival";

    private static final String DECISIONS = """
            select encode(a.raw_hash, 'hex'), a.decision, coalesce(s.source || '|' || a.transition_id || '|' || a.boot_id, '-')
              from arrival a left join source s using (source_id)""";

    private static final String ANSWERED = "select arrival_id, decision from arrival";

    private static final String IDENTITIES = """
            select s.source || '|' || i.transition_id || '|' || i.boot_id
              from identity i join source s using (source_id)""";

    private static final String SECOND_CANONICALS = """
            (select 1 from arrival where decision = 'CANONICAL'
              group by source_id, transition_id, boot_id having count(*) > 1) twice""";

    private static final String SECOND_EFFECTS = """
            (select 1 from outbox group by idempotency_key having count(*) > 1
              union all
             select 1 from outbox group by canonical_id, rule, planned_on having count(*) > 1) twice""";

    private static final String CANONICALS_WITHOUT_IDENTITY = """
            arrival a where a.decision = 'CANONICAL'
               and not exists (select from identity i where i.canonical_id = a.arrival_id)""";

    private static final String IDENTITIES_WITHOUT_CANONICAL = """
            identity i where not exists (
                select from arrival a where a.arrival_id = i.canonical_id and a.decision = 'CANONICAL')""";

    private static final String CANONICALS_WITHOUT_EFFECT = """
            arrival a where a.decision = 'CANONICAL'
               and not exists (select from outbox o where o.canonical_id = a.arrival_id)""";

    private static final String EFFECTS_WITHOUT_CANONICAL = """
            outbox o where not exists (
                select from arrival a where a.arrival_id = o.canonical_id and a.decision = 'CANONICAL')""";

    private static final String REPEATS_WRONGLY_JUDGED = """
            arrival a left join identity i using (source_id, transition_id, boot_id)
             where a.decision in ('DUPLICATE', 'CONFLICT')
               and (i.canonical_id is distinct from a.canonical_id
                    or (a.decision = 'DUPLICATE') <> (a.payload_hash = i.payload_hash))""";

    private static final String ARRIVAL_IDS_TWICE =
            "(select 1 from arrival group by arrival_id having count(*) > 1) twice";

    private final Rows rows;
    private final PublishLog log;

    Audit(Rows rows, PublishLog log) {
        this.rows = rows;
        this.log = log;
    }

    /** Acknowledged publications whose bytes are in no arrival. */
    List<Publication> lost() {
        Set<String> there = new HashSet<>(rows.list(RAW_HASHES));
        return log.acknowledged().entrySet().stream()
                .filter(publication -> !there.contains(publication.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    long secondCanonicals() {
        return rows.count(SECOND_CANONICALS) + rows.count(SECOND_EFFECTS);
    }

    /** Files that were taken up and not finished. */
    long unfinishedImports() {
        return rows.count("import where state = 'RUNNING'");
    }

    List<String> wrong() {
        List<String> wrong = new ArrayList<>(log.complaints());
        expectNone(wrong, "canonical arrivals without an identity", CANONICALS_WITHOUT_IDENTITY);
        expectNone(wrong, "identities without a canonical arrival", IDENTITIES_WITHOUT_CANONICAL);
        expectNone(wrong, "canonical events without their effect", CANONICALS_WITHOUT_EFFECT);
        expectNone(wrong, "effects without a canonical event", EFFECTS_WITHOUT_CANONICAL);
        expectNone(wrong, "repeats judged against their hashes", REPEATS_WRONGLY_JUDGED);
        expectNone(wrong, "arrival ids that are there twice", ARRIVAL_IDS_TWICE);
        wrong.addAll(wrongAnswers());
        wrong.addAll(wrongDecisions());
        return wrong;
    }

    private void expectNone(List<String> wrong, String what, String fromWhere) {
        long count = rows.count(fromWhere);
        if (count > 0) {
            wrong.add(count + " " + what);
        }
    }

    private List<String> wrongAnswers() {
        Map<Long, String> stored = new HashMap<>();
        rows.list(ANSWERED).forEach(row -> stored.put(Long.valueOf(row.split(" ")[0]), row.split(" ")[1]));
        return log.answers().entrySet().stream()
                .filter(answer -> !answer.getValue().equals(stored.get(answer.getKey())))
                .map(answer -> "answered " + answer + ", stored " + stored.get(answer.getKey()))
                .toList();
    }

    private List<String> wrongDecisions() {
        Set<String> identities = new HashSet<>(rows.list(IDENTITIES));
        List<String> wrong = new ArrayList<>();
        for (String row : rows.list(DECISIONS)) {
            String[] columns = row.split(" ");
            Publication publication = log.acknowledged().get(columns[0]);
            if (publication != null && !isAsExpected(publication, columns[1], columns[2], identities)) {
                wrong.add(publication + " of " + publication.identity() + " became " + columns[1] + " " + columns[2]);
            }
        }
        return wrong;
    }

    private static boolean isAsExpected(
            Publication publication, String decision, String identity, Set<String> identities) {
        if (Publication.ANY.equals(publication.identity())) {
            return true;
        }
        boolean withoutIdentity = decision.equals("INCOMPLETE") || decision.equals("QUARANTINED");
        return publication.identity() == null
                ? withoutIdentity
                : !withoutIdentity && publication.identity().equals(identity) && identities.contains(identity);
    }
}
