package io.plantgate.delivery.plc;

import io.plantgate.operation.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One connection's questions and answers, one at a time. With the first answer that is missing, late or wrong it is over: the
 * connection is dropped, and nothing more is asked on it.
 */
final class Conversation {

    private final Duration callTime;
    private final Runnable drop;
    private final CompletableFuture<Object> over = new CompletableFuture<>();

    /**
     * @param callTime the longest that one answer may take
     * @param drop ends the connection without waiting for anybody
     */
    Conversation(Duration callTime, Runnable drop) {
        this.callTime = callTime;
        this.drop = drop;
    }

    /**
     * The answer, if it comes in time.
     *
     * @throws ExecutionException if the other side, or the library that speaks to it, says something else than an answer
     */
    <T> T await(String question, CompletionStage<T> answer, Deadline deadline)
            throws NoAnswerException, ExecutionException {
        long millis = Math.min(callTime.toMillis(), deadline.left().toMillis());
        CompletableFuture<T> answered = answer.toCompletableFuture();
        try {
            CompletableFuture.anyOf(answered, over).get(millis, TimeUnit.MILLISECONDS);
            // An answer that came before the end of the connection is an answer.
            return answered.isDone() ? answered.get() : lost(question);
        } catch (TimeoutException e) {
            throw end(question + ": no answer within " + millis + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw end(question + ": interrupted before the answer came", e);
        }
    }

    private <T> T lost(String question) throws NoAnswerException {
        throw new NoAnswerException(question + ": " + whyOver(), null);
    }

    /** Says before a question whether it can still be asked: nothing leaves on a connection that is over, or after its time. */
    void mustGoOn(String question, Deadline deadline) throws NoAnswerException {
        if (deadline.isPast()) {
            throw end(question + ": not sent, because the time for it had run out", null);
        }
        if (over.isDone()) {
            throw new NoAnswerException(
                    "%s: not sent, because this connection is over: %s".formatted(question, whyOver()), null);
        }
    }

    /** Ends it for that reason, which is the evidence of whoever waits. */
    NoAnswerException end(String why, Throwable cause) {
        if (over.complete(why)) {
            drop.run();
        }
        return new NoAnswerException(why, cause);
    }

    /** Ends a conversation in which every answer came, in the way that the protocol has for it. */
    void leave(Runnable politely) {
        if (over.complete("closed")) {
            politely.run();
        }
    }

    /** Waits a moment, or until it is over; a device that works in cycles is asked again then. */
    void pause(Duration time, Deadline deadline) {
        try {
            over.get(Math.min(time.toMillis(), deadline.left().toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The moment has passed, which is all that was wanted.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("interrupted", e);
        }
    }

    boolean isOver() {
        return over.isDone();
    }

    private Object whyOver() {
        return over.getNow("");
    }
}
