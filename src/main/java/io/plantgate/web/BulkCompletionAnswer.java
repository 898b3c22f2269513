package io.plantgate.web;

import io.plantgate.inlet.http.DecisionAnswer;
import io.plantgate.worklist.BulkCompletion;
import io.plantgate.worklist.BulkCompletion.RefusedArrival;
import java.util.List;

/** What became of arrivals that were completed with one word. */
record BulkCompletionAnswer(List<DecisionAnswer> completed, List<RefusedArrival> refused, boolean moreMayWait) {

    static BulkCompletionAnswer of(BulkCompletion bulk) {
        return new BulkCompletionAnswer(
                bulk.completed().stream()
                        .map(completed -> DecisionAnswer.of(completed.decision()))
                        .toList(),
                bulk.refused(),
                bulk.moreMayWait());
    }
}
