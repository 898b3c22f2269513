package io.plantgate.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final int FOREVER = 1_000_000;

    @Test
    void aSmallBatchWaitsUntilAnotherIsWritten() throws Exception {
        Turns turns = new Turns(100, FOREVER);
        Turns.Turn first = turns.await(99);
        CompletableFuture<Turns.Turn> second = new CompletableFuture<>();
        Thread waiting = waiting(turns, second);

        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(second).isNotDone();
        first.end();
        second.get().end();
    }

    @Test
    void aLargeBatchWaitsForNobody() throws InterruptedException {
        Turns turns = new Turns(100, FOREVER);
        turns.await(1);

        turns.await(100).end();
    }

    @Test
    void nobodyWaitsLongerThanTheBound() throws InterruptedException {
        Turns turns = new Turns(100, 1);
        turns.await(1);

        turns.await(1).end();
    }

    @Test
    void whoWentWithoutATurnGivesNoneBack() throws Exception {
        Turns turns = new Turns(100, FOREVER);
        Turns.Turn held = turns.await(1);
        turns.await(100).end();
        CompletableFuture<Turns.Turn> next = new CompletableFuture<>();
        Thread waiting = waiting(turns, next);

        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(next).isNotDone();
        held.end();
        next.get().end();
    }

    @Test
    void anEndThatIsSaidTwiceLetsOneIn() throws Exception {
        Turns turns = new Turns(100, FOREVER);
        Turns.Turn first = turns.await(1);
        first.end();
        first.end();
        Turns.Turn second = turns.await(1);
        CompletableFuture<Turns.Turn> third = new CompletableFuture<>();
        Thread waiting = waiting(turns, third);

        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(third).isNotDone();
        second.end();
        third.get().end();
    }

    @Test
    void withABoundOfZeroArrivalsEachGoesAtOnce() throws InterruptedException {
        Turns turns = new Turns(0, FOREVER);
        turns.await(1);

        turns.await(1).end();
    }

    private static Thread waiting(Turns turns, CompletableFuture<Turns.Turn> taken) {
        Thread thread = new Thread(() -> take(turns, taken));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void take(Turns turns, CompletableFuture<Turns.Turn> taken) {
        try {
            taken.complete(turns.await(1));
        } catch (InterruptedException e) {
            taken.completeExceptionally(new ExecutionException(e));
        }
    }
}
