package io.plantgate.worklist;

import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * What waits for a person, and the words with which a person settles it.
 *
 * <p>Lists are read by keyset: {@code after} is the last id seen, {@link Long#MAX_VALUE} for the first page. Whoever
 * asks bounds {@code limit}.
 */
public final class WorkList {

    /** The identity parts that a person may supply. */
    public static final Set<String> PARTS = Set.of("source", "transitionId", "bootId", "eventId");

    // One of these names one change of state; given to many arrivals it would merge what nobody has compared.
    private static final Set<String> PARTS_OF_ONE = Set.of("transitionId", "eventId");

    private final WorkItems items;
    private final ItemArrivals itemArrivals;
    private final ItemHistory history;
    private final Settlements settlements;
    private final Completions completions;
    private final BulkCompletions bulkCompletions;
    private final Waiting waiting;
    private final int bulkArrivalsMax;

    public WorkList(DataSource dataSource, Profiles profiles, Ledger ledger, WorkListProperties properties) {
        this.items = new WorkItems(dataSource, properties.countedArrivalsMax());
        this.itemArrivals = new ItemArrivals(dataSource);
        this.history = new ItemHistory(dataSource);
        this.settlements = new Settlements(dataSource);
        this.completions = new Completions(new KeptArrivals(dataSource), profiles, ledger);
        this.waiting = new Waiting(properties.answerTimeoutMillis());
        this.bulkCompletions = new BulkCompletions(completions, waiting, properties.inFlightMax());
        this.bulkArrivalsMax = properties.bulkArrivalsMax();
    }

    /** Items, the newest first. */
    public List<WorkItem> items(ItemQuery query, long after, int limit) {
        return items.list(query, after, limit);
    }

    public Optional<WorkItem> item(long workItemId) {
        return items.find(workItemId);
    }

    /** Arrivals behind an item, the newest first. */
    public List<ItemArrival> arrivals(long workItemId, long after, int limit) {
        return itemArrivals.list(workItemId, after, limit);
    }

    /** What people completed of an item, the newest arrival first. */
    public List<CompletionWord> completions(long workItemId, long after, int limit) {
        return history.completions(workItemId, after, limit);
    }

    /** What people decided about a conflict, the newest first. */
    public List<Settlement> settlements(long workItemId, int limit) {
        return settlements.ofItem(workItemId, limit);
    }

    /**
     * Completes an INCOMPLETE arrival. It is judged with its own arrivalAt and becomes what the ledger decides.
     *
     * @param supplied any of {@link #PARTS}, in place of the missing ones
     */
    public Answer<Completed> complete(long arrivalId, Map<String, String> supplied, Signature signature) {
        return waiting.forAnswer(completions.complete(arrivalId, Verdict.INCOMPLETE, supplied, signature));
    }

    /** Releases a QUARANTINED arrival: its bytes are read again by the profile as it is now, whoever brought them. */
    public Answer<Completed> release(long arrivalId, Signature signature) {
        return waiting.forAnswer(completions.complete(arrivalId, Verdict.QUARANTINED, Map.of(), signature));
    }

    /** Completes the arrivals of an item that the filter names, the oldest first, at most {@code limit}. */
    public Answer<BulkCompletion> completeMany(
            long workItemId, ItemFilter filter, Map<String, String> supplied, Signature signature, int limit) {
        Optional<WorkItem> item = items.find(workItemId);
        if (item.isEmpty()) {
            return Answer.refused(Refusal.NOT_FOUND, "There is no work item " + workItemId + ".");
        }
        if (!item.get().kind().equals(Verdict.INCOMPLETE.name())) {
            return Answer.refused(
                    Refusal.NOT_APPLICABLE, "work item " + workItemId + " has no arrivals to complete: settle it.");
        }
        if (supplied.keySet().stream().anyMatch(PARTS_OF_ONE::contains)) {
            return Answer.refused(
                    Refusal.NOT_APPLICABLE,
                    "supply: a transitionId or eventId names one change of state "
                            + "and cannot be given to many arrivals. Complete them one by one.");
        }
        int atMost = Math.min(limit, bulkArrivalsMax);
        List<Long> ids = itemArrivals.toComplete(workItemId, filter, atMost);
        return Answer.done(bulkCompletions.complete(ids, supplied, signature, ids.size() == atMost));
    }

    /**
     * Settles a conflict. Again is allowed for who names the settlement that is replaced; the newest word counts.
     *
     * @param newEventId canonicalId of the correcting event, for CORRECTED_BY_NEW_EVENT only
     * @param supersedes the newest settlement, as far as the person knows; null for none
     */
    public Answer<Settlement> settle(
            long workItemId, SettlementOutcome outcome, Long newEventId, Long supersedes, Signature signature) {
        Optional<WorkItem> item = items.find(workItemId);
        if (item.isEmpty()) {
            return Answer.refused(Refusal.NOT_FOUND, "There is no work item " + workItemId + ".");
        }
        Optional<String> objection = objection(item.get(), outcome, newEventId);
        if (objection.isPresent()) {
            return Answer.refused(Refusal.NOT_APPLICABLE, objection.get());
        }
        long place = supersedes == null ? 0 : supersedes;
        return settlements
                .settle(workItemId, outcome, newEventId, place, signature)
                .map(Answer::done)
                .orElseGet(() -> settledMeanwhile(workItemId));
    }

    private Answer<Settlement> settledMeanwhile(long workItemId) {
        List<Settlement> words = settlements.ofItem(workItemId, 1);
        if (words.isEmpty()) {
            return Answer.refused(
                    Refusal.NOT_APPLICABLE,
                    "supersedes: work item " + workItemId + " has no settlement yet. Leave it out.");
        }
        Settlement newest = words.get(0);
        return Answer.refused(
                Refusal.ALREADY_SETTLED,
                "work item %d was settled as %s by %s at %s: %s. To replace that, send \"supersedes\": %d with yours."
                        .formatted(
                                workItemId,
                                newest.outcome(),
                                newest.settledBy(),
                                newest.settledAt(),
                                newest.reason(),
                                newest.settlementId()));
    }

    private Optional<String> objection(WorkItem item, SettlementOutcome outcome, Long newEventId) {
        if (item.kind().equals(ItemKind.OPERATION.name())) {
            return Optional.of("work item " + item.workItemId() + " is about operation " + item.operation()
                    + ": settle that, POST /api/operations/@" + item.operationKey() + "/settlement.");
        }
        boolean ofOperation = item.kind().equals(ItemKind.OPERATION_CONFLICT.name());
        if (item.kind().equals(ItemKind.INCOMPLETE.name())) {
            return Optional.of("work item " + item.workItemId() + " is no conflict: complete its arrivals.");
        }
        if (ofOperation && outcome == SettlementOutcome.CORRECTED_BY_NEW_EVENT) {
            return Optional.of(
                    "outcome: what was meant is a new operation that replaces the first; ask for it, and settle"
                            + " this as KEEP_FIRST or BOTH_WRONG.");
        }
        if ((outcome == SettlementOutcome.CORRECTED_BY_NEW_EVENT) != (newEventId != null)) {
            return Optional.of("newEventId: needed for CORRECTED_BY_NEW_EVENT, and for nothing else.");
        }
        if (newEventId != null && newEventId.equals(item.canonicalId())) {
            return Optional.of("newEventId: " + newEventId + " is the contradicted event itself.");
        }
        return newEventId == null || settlements.isEvent(newEventId)
                ? Optional.empty()
                : Optional.of("newEventId: there is no event " + newEventId + ". Post the correcting event first.");
    }

    /** Settles the open conflicts that the filter names, the oldest first, at most {@code limit}. */
    public Answer<List<Settlement>> settleMany(
            ItemFilter filter, SettlementOutcome outcome, Signature signature, int limit) {
        if (outcome == SettlementOutcome.CORRECTED_BY_NEW_EVENT) {
            return Answer.refused(
                    Refusal.NOT_APPLICABLE, "outcome: a correcting event corrects one conflict. Settle it singly.");
        }
        return Answer.done(settlements.settleOpen(filter, outcome, signature, Math.min(limit, bulkArrivalsMax)));
    }
}
