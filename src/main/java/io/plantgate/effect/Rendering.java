package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes messages on threads of its own, because a template that computes cannot be interrupted: one that takes too long costs
 * its effect, and a thread until it ends, but no worker.
 */
final class Rendering implements AutoCloseable {

    // More would take all processors; what the template makes of other events waits meanwhile.
    private static final int ASTRAY_MAX = 2;

    private final long millisMax;
    private final int bytesMax;
    private final ExecutorService threads;

    /**
     * @param millisMax how long a template may take
     * @param bytesMax of a message
     */
    Rendering(long millisMax, int bytesMax) {
        this.millisMax = millisMax;
        this.bytesMax = bytesMax;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "effect-template");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * @param known what the template sees
     * @throws MessageFailedException if there is no message within these bounds
     */
    Message render(Kind kind, JsonNode known) {
        MessageTemplate template = kind.message();
        if (template.astray() >= ASTRAY_MAX) {
            throw MessageFailedException.forNow("kind " + kind.name() + ": its template (" + template.file()
                    + ") is still at work on " + ASTRAY_MAX + " events that it did not end with; mend it");
        }
        CompletableFuture<Message> made =
                CompletableFuture.supplyAsync(() -> template.render(known, bytesMax), threads);
        try {
            return made.get(millisMax, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            template.goesAstrayUntil(made);
            throw new MessageFailedException(
                    ("kind %s: its template (%s) takes longer than %d ms (plantgate.effect.template-millis-max); mend it and"
                                    + " retry the effect")
                            .formatted(kind.name(), template.file(), millisMax));
        } catch (ExecutionException e) {
            throw new MessageFailedException(
                    "kind " + kind.name() + " (" + template.file() + "): " + said(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw MessageFailedException.forNow("stopped before the message was made");
        }
    }

    private static String said(Throwable failure) {
        return failure instanceof MessageFailedException ? failure.getMessage() : failure.toString();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
