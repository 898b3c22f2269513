package io.plantgate.worklist;

import io.plantgate.ledger.LedgerStoppedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the ledger, but not for ever. */
final class Waiting {

    private final long answerTimeoutMillis;

    Waiting(long answerTimeoutMillis) {
        this.answerTimeoutMillis = answerTimeoutMillis;
    }

    <T> Answer<T> forAnswer(CompletableFuture<Answer<T>> answer) {
        try {
            return answer.get(answerTimeoutMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return noAnswer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return noAnswer();
        } catch (ExecutionException e) {
            return failed(e.getCause());
        }
    }

    private static <T> Answer<T> failed(Throwable cause) {
        if (cause instanceof LedgerStoppedException) {
            return noAnswer();
        }
        throw new IllegalStateException("A completion failed in the ledger.", cause);
    }

    private static <T> Answer<T> noAnswer() {
        return Answer.refused(
                Refusal.NO_ANSWER, "The ledger has not answered in time. Try again; what was recorded is recognised.");
    }
}
