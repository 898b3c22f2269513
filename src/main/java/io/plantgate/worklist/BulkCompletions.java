package io.plantgate.worklist;

import io.plantgate.ledger.Verdict;
import io.plantgate.worklist.BulkCompletion.RefusedArrival;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Completes many arrivals with one word, a bounded number of them in the ledger at a time. */
final class BulkCompletions {

    private final Completions completions;
    private final Waiting waiting;
    private final int inFlightMax;

    BulkCompletions(Completions completions, Waiting waiting, int inFlightMax) {
        this.completions = completions;
        this.waiting = waiting;
        this.inFlightMax = inFlightMax;
    }

    BulkCompletion complete(
            List<Long> arrivalIds, Map<String, String> supplied, Signature signature, boolean moreMayWait) {
        Results results = new Results();
        Deque<Pending> inFlight = new ArrayDeque<>();
        for (long arrivalId : arrivalIds) {
            if (inFlight.size() == inFlightMax) {
                results.add(inFlight.removeFirst());
            }
            inFlight.add(
                    new Pending(arrivalId, completions.complete(arrivalId, Verdict.INCOMPLETE, supplied, signature)));
        }
        inFlight.forEach(results::add);
        return new BulkCompletion(results.completed, results.refused, moreMayWait);
    }

    private record Pending(long arrivalId, CompletableFuture<Answer<Completed>> answer) {}

    private final class Results {
        private final List<Completed> completed = new ArrayList<>();
        private final List<RefusedArrival> refused = new ArrayList<>();

        void add(Pending pending) {
            Answer<Completed> answer = waiting.forAnswer(pending.answer());
            if (answer instanceof Answer.Done<Completed> done) {
                completed.add(done.value());
            } else if (answer instanceof Answer.Refused<Completed> no) {
                refused.add(new RefusedArrival(pending.arrivalId(), no.why(), no.detail()));
            }
        }
    }
}
