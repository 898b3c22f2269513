package io.plantgate.inlet.http;

import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.LedgerFullException;
import io.plantgate.ledger.LedgerStoppedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;

/** Answers posts that ended without a decision. What an inner exception says stays in the log. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final Answers answers;

    Failures(Answers answers) {
        this.answers = answers;
    }

    /** @param failure null where a route ended without one and without a decision */
    ResponseEntity<Object> answer(Throwable failure) {
        if (failure instanceof LedgerFullException) {
            return answers.again(ProblemType.STORE_FULL.because(
                    "The gateway's store is full: nothing was kept. Send it again later; a person has to make room."));
        }
        if (failure instanceof LedgerBusyException) {
            return answers.again(ProblemType.BUSY.because("The ledger's queue is full. Send it again later."));
        }
        if (RestRoutes.wasStopped(failure)) {
            return answers.again(
                    ProblemType.NOT_READY.because("This profile's route does not run. Send it again later."));
        }
        if (failure instanceof LedgerStoppedException) {
            return answers.again(
                    ProblemType.NO_ANSWER.because("The gateway stops. Send it again later, a repeat is recognised."));
        }
        LOG.error("A post ended without a decision.", failure);
        return answers.problem(ProblemType.FAILED.because(
                "The route ended without a decision. The gateway's log says why; sending it again is safe."));
    }
}
