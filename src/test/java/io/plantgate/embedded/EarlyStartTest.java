package io.plantgate.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EarlyStartTest {

    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void twoServersStartSideBySide() throws Exception {
        CountDownLatch bothBegan = new CountDownLatch(2);
        EarlyStart<AutoCloseable> one = new EarlyStart<>("one", () -> begun(bothBegan));
        EarlyStart<AutoCloseable> other = new EarlyStart<>("other", () -> begun(bothBegan));

        one.take().close();
        other.take().close();

        assertThat(closed).hasValue(2);
    }

    @Test
    void whatTheStartThrewIsThrownWhereTheServerIsTaken() {
        EarlyStart<AutoCloseable> start = new EarlyStart<>("none", () -> {
            throw new DataDirectoryInUseException(Path.of("data/postgres"), null);
        });

        assertThatThrownBy(start::take)
                .isInstanceOf(DataDirectoryInUseException.class)
                .hasMessageStartingWith("data/postgres");
    }

    @Test
    void anErrorOfTheStartKeepsNobodyWaiting() {
        EarlyStart<AutoCloseable> start = new EarlyStart<>("none", () -> {
            throw new OutOfMemoryError("of a test");
        });

        assertThatThrownBy(start::take).hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aServerThatNobodyTookIsStopped() {
        CompletableFuture<AutoCloseable> server = new CompletableFuture<>();
        EarlyStart<AutoCloseable> start = new EarlyStart<>("unused", server::join);
        server.complete(closed::incrementAndGet);

        start.destroy();

        assertThat(closed).hasValue(1);
    }

    @Test
    void aServerThatWasTakenIsLeftToItsOwner() {
        EarlyStart<AutoCloseable> start = new EarlyStart<>("taken", () -> closed::incrementAndGet);
        start.take();

        start.destroy();

        assertThat(closed).hasValue(0);
    }

    private AutoCloseable begun(CountDownLatch bothBegan) throws InterruptedException {
        bothBegan.countDown();
        bothBegan.await();
        return closed::incrementAndGet;
    }
}
