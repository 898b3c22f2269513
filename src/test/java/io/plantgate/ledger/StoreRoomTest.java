package io.plantgate.ledger;

import static io.plantgate.ledger.Verdict.CANONICAL;
import static io.plantgate.ledger.Verdict.DUPLICATE;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store that is nearly full says so; a full one takes nothing new, loses nothing, and goes on when there is room. */
class StoreRoomTest {

    private final LedgerFixture fixture = new LedgerFixture();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final long bytes = Long.parseLong(fixture.rows.one("select pg_database_size(current_database())"));
    private final RetentionUpkeep retention = new RetentionUpkeep(
            new Retention(fixture.database.dataSource(), new RetentionSettings(0, 0, 0)), new SimpleMeterRegistry());

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @Tag("W-38")
    void aFullStoreRefusesNewArrivalsKeepsWhatItKnowsAndRecovers() {
        fixture.recordOne(trip("T1").arrival());

        bounded(bytes);

        assertThat(fixture.ledger.offer(Unit.of(trip("T2").arrival()))).isEmpty();
        assertThat(fixture.ledger.refusal()).isInstanceOf(LedgerFullException.class);
        assertThat(fixture.ledger.reachable()).as("brokers keep their messages").isFalse();
        assertThat(health()).isEqualTo("DOWN");
        assertThat(fixture.rows.list("select transition_id from identity")).containsExactly("T1");

        bounded(bytes * 10);

        assertThat(fixture.ledger.reachable()).isTrue();
        assertThat(health()).isEqualTo("UP");
        assertThat(fixture.ledger.offer(Unit.of(trip("T2").arrival()))).isPresent();
        assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(DUPLICATE);
    }

    @Test
    @Tag("W-38")
    void inAFullStoreWhatKeepsItsMonthCanBeCompleted() {
        Decision waiting = fixture.recordOne(trip("T1").withoutBoot());
        bounded(bytes);

        List<Decision> completed = fixture.ledger
                .offer(Unit.ofCompletion(
                        trip("T1").ofBoot("B18").arrival(),
                        new Unit.Completion(waiting.arrivalId(), "olga", "display", "{\"bootId\":\"B18\"}")))
                .orElseThrow()
                .join();

        assertThat(completed).extracting(Decision::verdict).containsExactly(CANONICAL);
        assertThat(fixture.rows.count("incomplete_list")).isZero();
        assertThat(fixture.ledger.offer(Unit.of(trip("T2").arrival()))).isEmpty();
    }

    @Test
    @Tag("W-38")
    void aStoreThatIsNearlyFullWarnsAndStillTakes() {
        bounded(bytes * 10 / 9);

        assertThat(health()).isEqualTo("WARNING");
        assertThat(meters.get("plantgate.store.bytes").gauge().value()).isGreaterThanOrEqualTo(bytes);
        assertThat(fixture.verdicts(trip("T1").arrival())).containsExactly(CANONICAL);
    }

    @Test
    void withoutABoundNothingIsRefused() {
        bounded(0);

        assertThat(health()).isEqualTo("UP");
        assertThat(fixture.ledger.offer(Unit.of(trip("T1").arrival()))).isPresent();
        assertThatThrownBy(() -> new StoreSettings(-1)).hasMessageContaining("store-bytes-max is -1");
    }

    @Test
    void aReaderOfAFileWaitsUntilThereIsRoom() {
        bounded(bytes);
        AtomicReference<Thread> reader = new AtomicReference<>();
        CompletableFuture<List<Decision>> decided = CompletableFuture.supplyAsync(() -> {
                    reader.set(Thread.currentThread());
                    return fixture.recordOne(trip("T1").arrival());
                })
                .thenApply(List::of);
        await().until(() -> reader.get() != null && reader.get().getState() == Thread.State.WAITING);
        assertThat(fixture.rows.count("arrival")).isZero();

        bounded(bytes * 10);

        await().untilAsserted(() -> assertThat(decided).isCompleted());
        assertThat(fixture.rows.count("arrival")).isEqualTo(1);
    }

    @Test
    void whoeverWaitsForRoomIsToldWhenTheLedgerStops() {
        bounded(bytes);
        CompletableFuture<Decision> decided =
                CompletableFuture.supplyAsync(() -> fixture.recordOne(trip("T1").arrival()));

        fixture.ledger.close();

        await().untilAsserted(() -> assertThat(decided).isCompletedExceptionally());
        assertThat(fixture.rows.count("arrival")).isZero();
    }

    private void bounded(long bytesMax) {
        new StoreWatch(fixture.database.dataSource(), new StoreSettings(bytesMax), fixture.ledger.room(), meters)
                .measure();
    }

    private String health() {
        return new LedgerHealth(fixture.ledger, retention).health().getStatus().getCode();
    }
}
