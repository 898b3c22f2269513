package io.plantgate.delivery.sms;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.bean.Command;
import org.jsmpp.bean.SubmitSmResp;
import org.jsmpp.extra.PendingResponse;
import org.jsmpp.extra.ResponseTimeoutException;

/**
 * One submit_sm that waits for its answer. An answer is either in time, and then its sender's, or late, and then it goes to
 * whoever listens for late ones: never both, never neither.
 */
final class Submission extends PendingResponse<Command> {

    private final long millisMax;
    private final LateAnswer late;
    private final CompletableFuture<Command> answer = new CompletableFuture<>();

    /** Hears an answer for which nobody waits any more. */
    @FunctionalInterface
    interface LateAnswer {
        void came(int status, String messageId);
    }

    Submission(long millisMax, LateAnswer late) {
        super(millisMax);
        this.millisMax = millisMax;
        this.late = late;
    }

    /**
     * The answer, if it comes in time.
     *
     * @throws ResponseTimeoutException if it does not, or the waiting thread is interrupted
     * @throws InvalidResponseException if the connection is lost, or the centre cannot read the request (generic_nack)
     */
    Command await() throws ResponseTimeoutException, InvalidResponseException {
        try {
            return answer.get(millisMax, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return giveUp(new ResponseTimeoutException("No answer within " + millisMax + " ms"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(new ResponseTimeoutException("Interrupted while waiting"));
        } catch (ExecutionException e) {
            throw (InvalidResponseException) e.getCause();
        }
    }

    private Command giveUp(ResponseTimeoutException why) throws ResponseTimeoutException, InvalidResponseException {
        if (answer.completeExceptionally(why)) {
            throw why;
        }
        // It came in this very moment.
        return await();
    }

    @Override
    public void done(Command response) {
        if (!answer.complete(response)) {
            late.came(
                    response.getCommandStatus(),
                    response instanceof SubmitSmResp submitted ? submitted.getMessageId() : null);
        }
    }

    @Override
    public void doneWithInvalidResponse(InvalidResponseException e) {
        answer.completeExceptionally(e);
    }

    boolean isGivenUp() {
        return answer.isCompletedExceptionally();
    }
}
