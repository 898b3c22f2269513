package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.effect.NeverSentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An authorization server that does not answer, and all workers of a target that need a token. */
class SharedFetchTest {

    private static final int WORKERS = 8;

    private final SharedFetch<String> tokens = new SharedFetch<>();
    private final AtomicInteger fetches = new AtomicInteger();
    private final CountDownLatch timeout = new CountDownLatch(1);
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void whoWaitedWhileAFetchFailedFailsWithItAndTheNextOneFetchesAgain() throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        workers.add(worker());
        await().atMost(Duration.ofSeconds(60)).until(() -> fetches.get() == 1);
        for (int i = 1; i < WORKERS; i++) {
            workers.add(worker());
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> workers.stream().skip(1).allMatch(worker -> worker.getState() == Thread.State.BLOCKED));

        timeout.countDown();
        for (Thread worker : workers) {
            worker.join(60_000);
        }

        assertThat(fetches).hasValue(1);
        assertThat(heard).hasSize(WORKERS).containsOnly("no token within 10 s");
        assertThat(tokens.get(() -> "token")).isEqualTo("token");
    }

    private Thread worker() {
        Thread worker = new Thread(() -> {
            try {
                tokens.get(this::hang);
            } catch (NeverSentException e) {
                heard.add(e.getMessage());
            }
        });
        worker.setDaemon(true);
        worker.start();
        return worker;
    }

    private String hang() {
        fetches.incrementAndGet();
        try {
            timeout.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new NeverSentException("no token within 10 s");
    }
}
