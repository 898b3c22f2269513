package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.effect.MessageTemplate.MessageFailedException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes messages on threads of its own, because a template that computes cannot be interrupted: one that takes too long costs
 * its effect, and a thread until it ends, but no worker.
 */
final class Rendering implements AutoCloseable {

    // Of all kinds, whatever their files have said since: more would take all processors.
    private static final int ASTRAY_MAX = 4;

    private final long millisMax;
    private final int messageBytesMax;
    private final long bytesMax;
    private final ExecutorService threads;
    private final Map<String, AtomicInteger> astray = new ConcurrentHashMap<>();

    /**
     * @param millisMax how long a template may take
     * @param messageBytesMax of a message
     * @param bytesMax that a template may take from the memory
     */
    Rendering(long millisMax, int messageBytesMax, long bytesMax) {
        this.millisMax = millisMax;
        this.messageBytesMax = messageBytesMax;
        this.bytesMax = bytesMax;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "effect-template");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Whether nothing can be made of this kind now, because what was begun does not end. */
    boolean refuses(Kind kind) {
        return !kind.message().hasPlace()
                || astray.containsKey(kind.name()) && of(kind).get() > 0 && astrayOfAll() >= ASTRAY_MAX;
    }

    /** How many messages of each kind are still being made although nobody waits for them any more. */
    Map<String, Integer> astray() {
        Map<String, Integer> now = new TreeMap<>();
        astray.forEach((kind, number) -> {
            if (number.get() > 0) {
                now.put(kind, number.get());
            }
        });
        return now;
    }

    int astrayOfAll() {
        return astray.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private AtomicInteger of(Kind kind) {
        return astray.computeIfAbsent(kind.name(), name -> new AtomicInteger());
    }

    /**
     * @param known what the template sees
     * @throws MessageFailedException if there is no message within these bounds
     */
    Message render(Kind kind, JsonNode known) {
        if (refuses(kind) || !kind.message().takePlace(millisMax)) {
            throw MessageFailedException.forNow(
                    said(kind) + " is still at work on others that it does not end with; mend it");
        }
        TemplateRun run = kind.message().run(bytesMax);
        CompletableFuture<Message> made = begin(kind, known, run);
        try {
            return made.get(millisMax, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            run.leave();
            goesAstrayUntil(made, kind);
            String bound = "takes longer than " + millisMax + " ms (plantgate.effect.template-millis-max)";
            throw notInTime(kind, known, bound);
        } catch (ExecutionException e) {
            throw failed(kind, known, e.getCause());
        } catch (InterruptedException e) {
            run.leave();
            Thread.currentThread().interrupt();
            throw MessageFailedException.forNow("stopped before the message was made");
        }
    }

    private CompletableFuture<Message> begin(Kind kind, JsonNode known, TemplateRun run) {
        MessageTemplate template = kind.message();
        try {
            CompletableFuture<Message> made =
                    CompletableFuture.supplyAsync(() -> template.render(known, messageBytesMax, run), threads);
            made.whenComplete((message, failure) -> template.givePlaceBack());
            return made;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            template.givePlaceBack();
            throw MessageFailedException.forNow("there is no thread to make the message on now");
        }
    }

    private void goesAstrayUntil(CompletableFuture<Message> made, Kind kind) {
        AtomicInteger number = of(kind);
        number.incrementAndGet();
        kind.message().goesAstrayUntil(made);
        made.whenComplete((message, failure) -> number.decrementAndGet());
    }

    private MessageFailedException failed(Kind kind, JsonNode known, Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            return notInTime(kind, known, "found no memory");
        }
        boolean explained = cause instanceof MessageFailedException || cause instanceof TemplateRun.EndedException;
        return new MessageFailedException("kind " + kind.name() + " ("
                + kind.message().file() + "): " + (explained ? cause.getMessage() : cause.toString()));
    }

    // Once may be the machine's fault; what fails again and again is the template's.
    private static MessageFailedException notInTime(Kind kind, JsonNode known, String what) {
        String key = known.path("effect").path("key").asText();
        String message = said(kind) + " " + what + "; mend it and retry the effect";
        return kind.message().failsAgain(key)
                ? new MessageFailedException(message)
                : MessageFailedException.forNow(message);
    }

    private static String said(Kind kind) {
        return "kind " + kind.name() + ": its template (" + kind.message().file() + ")";
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
