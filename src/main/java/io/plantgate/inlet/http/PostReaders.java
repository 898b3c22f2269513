package io.plantgate.inlet.http;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Reads posts on threads of the inlet, never of the container. Bodies that are still on their way have threads of their
 * own: slow senders hold up each other, and nobody whose body came with its head.
 */
final class PostReaders implements AutoCloseable {

    private final ThreadPoolExecutor bodies;
    private final ThreadPoolExecutor items;
    private final ScheduledThreadPoolExecutor clockwork;
    private final StreamReaders streams;
    private final SingleItems singleItems;
    private final ItemStreams itemStreams;
    private final Answers answers;
    private final Failures failures;
    private final HttpInletProperties bounds;

    PostReaders(
            StreamReaders streams,
            SingleItems singleItems,
            ItemStreams itemStreams,
            Answers answers,
            HttpInletProperties bounds) {
        this.streams = streams;
        this.singleItems = singleItems;
        this.itemStreams = itemStreams;
        this.answers = answers;
        this.failures = new Failures(answers);
        this.bounds = bounds;
        this.bodies = threads(bounds.bodyReaders(), "plantgate-body-");
        this.items = threads(bounds.itemThreads(), "plantgate-item-");
        this.clockwork = new ScheduledThreadPoolExecutor(1, named("plantgate-answer-watch-"));
        clockwork.setRemoveOnCancelPolicy(true);
    }

    private ThreadPoolExecutor threads(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(bounds.itemQueueMax()), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String prefix) {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
        threads.setDaemon(true);
        return threads;
    }

    /** Starts to read; the result comes later, whatever happens. */
    void read(Post post, PostedBody body, DeferredResult<ResponseEntity<Object>> result) {
        try {
            if (body.isDeclaredStream()) {
                streams.executor().execute(() -> decide(post, body, result));
            } else if (body.isHere()) {
                ScheduledFuture<?> late = answerInTime(result);
                items.execute(() -> {
                    late.cancel(false);
                    decide(post, body, result);
                });
            } else {
                bodies.execute(() -> decide(post, body, result));
            }
        } catch (IOException | RuntimeException e) {
            result.setResult(failed(e));
        }
    }

    private void decide(Post post, PostedBody body, DeferredResult<ResponseEntity<Object>> result) {
        if (result.isSetOrExpired()) {
            return;
        }
        try {
            receive(post, body, result);
        } catch (IOException | RuntimeException | Error e) {
            result.setResult(failed(e));
        }
    }

    private void receive(Post post, PostedBody body, DeferredResult<ResponseEntity<Object>> result) throws IOException {
        PostedBody.Opened opened = body.open();
        if (opened instanceof PostedBody.Stream stream) {
            receive(post, body, stream, result);
            return;
        }
        ScheduledFuture<?> late = answerInTime(result);
        result.onCompletion(() -> late.cancel(false));
        if (opened instanceof PostedBody.Single single) {
            singleItems.receive(post, single.raw(), result);
        } else {
            singleItems.quarantine(post, ((PostedBody.Unpackable) opened).raw(), result);
        }
    }

    private void receive(
            Post post, PostedBody body, PostedBody.Stream stream, DeferredResult<ResponseEntity<Object>> result)
            throws IOException {
        if (body.isDeclaredStream()) {
            itemStreams.receive(post, stream, result);
            return;
        }
        // Only its first character told that it is one.
        streams.executor().execute(() -> {
            try {
                itemStreams.receive(post, stream, result);
            } catch (IOException | RuntimeException | Error e) {
                result.setResult(failed(e));
            }
        });
    }

    private ScheduledFuture<?> answerInTime(DeferredResult<ResponseEntity<Object>> result) {
        return clockwork.schedule(
                () -> result.setResult(answers.again(ProblemType.NO_ANSWER.because(
                        "The ledger has not answered in time. Send it again, a repeat is recognised."))),
                bounds.answerTimeoutMillis(),
                TimeUnit.MILLISECONDS);
    }

    private ResponseEntity<Object> failed(Throwable failure) {
        if (failure instanceof RejectedExecutionException) {
            return answers.again(ProblemType.BUSY.because("All readers are at work. Send it again later."));
        }
        if (failure instanceof BodyTooSlowException) {
            return answers.problem(ProblemType.BODY_TOO_SLOW.because("A single item must be here within "
                    + bounds.bodySecondsMax() + " s; nothing was kept. Send it again."));
        }
        if (failure instanceof IOException) {
            return answers.problem(
                    ProblemType.STREAM_BROKEN.because("The body broke off; nothing was kept. Send it again."));
        }
        return failures.answer(failure);
    }

    @Override
    public void close() {
        bodies.shutdownNow();
        items.shutdownNow();
        clockwork.shutdownNow();
    }
}
