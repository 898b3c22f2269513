package io.plantgate.inlet.http;

import io.plantgate.ledger.LedgerFullException;
import io.plantgate.ledger.SingleItemsOnlyException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Answers streams that did not come to their end. Items decided before are kept, and sending all again is safe. */
final class StreamFailures {

    private static final int CAUSES_MAX = 16;
    private static final int MINUTE_SECONDS = 60;

    private final Answers answers;
    private final Failures failures;
    private final BooleanSupplier storeFull;

    StreamFailures(Answers answers, Failures failures, BooleanSupplier storeFull) {
        this.answers = answers;
        this.failures = failures;
        this.storeFull = storeFull;
    }

    /** An answer in front of the first item while the store is full: a stream would wait, and its sender learn nothing. */
    Optional<ResponseEntity<Object>> noRoom() {
        return storeFull.getAsBoolean() ? Optional.of(failures.answer(new LedgerFullException())) : Optional.empty();
    }

    Optional<ResponseEntity<Object>> refusal(Optional<ProblemDetail> problem) {
        return problem.map(answers::problem);
    }

    ResponseEntity<Object> answer(Throwable failure, boolean stalled, long itemsDecided) {
        if (stalled && storeFull.getAsBoolean()) {
            return answers.again(decided(ProblemType.STORE_FULL, itemsDecided));
        }
        // A stream's header, unlike its rows, does not wait for a store that is away.
        if (stalled || isCausedBy(failure, SQLException.class)) {
            return answers.again(decided(ProblemType.NO_ANSWER, itemsDecided));
        }
        if (isCausedBy(failure, SingleItemsOnlyException.class)) {
            return answers.problem(ProblemType.SINGLE_ITEMS_ONLY.because("This source takes single items, and a stream"
                    + " of items came. Nothing of it was kept. Post each item by itself."));
        }
        if (isCausedBy(failure, TooManyQuarantinedException.class)) {
            return answers.again(decided(ProblemType.TOO_MANY_QUARANTINED, itemsDecided), MINUTE_SECONDS);
        }
        if (isCausedBy(failure, StreamTooLongException.class)) {
            return answers.problem(decided(ProblemType.STREAM_TOO_LONG, itemsDecided));
        }
        if (isCausedBy(failure, IOException.class)) {
            return answers.problem(decided(ProblemType.STREAM_BROKEN, itemsDecided));
        }
        return failures.answer(failure);
    }

    private static ProblemDetail decided(ProblemType type, long itemsDecided) {
        ProblemDetail problem = type.because("The first " + itemsDecided
                + " items are kept and decided, later ones perhaps. Send all again, repeats are recognised.");
        problem.setProperty("itemsDecided", itemsDecided);
        return problem;
    }

    private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
