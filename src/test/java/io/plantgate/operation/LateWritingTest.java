package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.ScriptedDevice.Turn;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Nothing is sent once its time is over, however long a device or the database took to answer. */
class LateWritingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Signed ANNA = new Signed("anna", "looked at the machine");

    private final OperationFixture site = new OperationFixture();
    private final HikariDataSource pool = site.database.anotherPool();
    private Operations node;

    @AfterEach
    void close() throws Exception {
        node.close();
        pool.close();
        site.close();
    }

    @Test
    @Tag("W-34")
    void validityThatEndsWhileTheDeviceIsReadIsNeverWritten() {
        site.device.atReading = this::awaitTheEndOfValidity;
        node = open(() -> {});

        node.ask(shortly());

        awaitState("expired");
        assertThat(site.device.writes).isEmpty();
    }

    @Test
    @Tag("W-34")
    void validityThatEndsWhileTheAnswerToTheMarkIsOnItsWayIsNeverWritten() {
        node = open(this::awaitTheEndOfValidity);

        node.ask(shortly());

        awaitState("expired");
        assertThat(site.device.writes).isEmpty();
    }

    @Test
    @Tag("W-16")
    @Tag("W-53")
    void aWriteWhoseLeaseEndedAndThatWasSettledMeanwhileIsNeverSent() throws Exception {
        CountDownLatch marked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        node = open(() -> {
            marked.countDown();
            awaitUnbroken(answered);
        });
        node.ask(request("OP7", "stop"));
        assertThat(marked.await(60, TimeUnit.SECONDS)).isTrue();
        site.rows.execute("update operation set leased_until = now() - interval '1 second'");
        site.awaitAsked("OP7", "unknown");
        node.people().settle(shift("OP7"), OperationState.FAILED, "it still runs", ANNA);
        await().atMost(PATIENCE).until(() -> site.rows
                .one("select leased_until < clock_timestamp() from operation_attempt")
                .equals("t"));

        answered.countDown();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select word, counted from operation_word where way = 'late_answer'"))
                .containsExactly("LATE f"));
        assertThat(site.device.writes).isEmpty();
        assertThat(site.state("OP7")).isEqualTo("failed");
        assertThat(site.rows.count("work_item where kind = 'OPERATION_WORD'")).isZero();
    }

    @Test
    @Tag("W-26")
    void aProofAgainstWhatAPersonSettledIsAWorkItem() throws Exception {
        node = open(() -> {});
        site.device.will(Turn.WRITE_AND_HOLD);
        node.ask(request("OP7", "stop"));
        assertThat(site.device.holding.await(60, TimeUnit.SECONDS)).isTrue();
        site.device.readable = false;
        site.rows.execute("update operation set leased_until = now() - interval '1 second'");
        site.awaitAsked("OP7", "unknown");
        node.people().settle(shift("OP7"), OperationState.FAILED, "I saw nothing", ANNA);
        site.device.readable = true;

        site.device.goOn();

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        site.rows.list("select reason from work_item where kind = 'OPERATION_WORD'"))
                .containsExactly("ACCEPTED after FAILED"));
        assertThat(site.state("OP7")).isEqualTo("failed");
    }

    private static OperationRequest shortly() {
        return new OperationRequest(
                "shift", "shift", Door.REST, "OP7", "conveyor", "stop", null, null, Duration.ofSeconds(1), null, null);
    }

    private void awaitState(String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP7")).isEqualTo(state));
    }

    private void awaitTheEndOfValidity() {
        await().atMost(PATIENCE).until(() -> site.rows
                .one("select valid_until < clock_timestamp() from operation")
                .equals("t"));
    }

    private static void awaitUnbroken(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A node that hears only after {@code holding} that its first mark was committed. */
    private Operations open(Runnable holding) {
        AtomicBoolean first = new AtomicBoolean(true);
        DelegatingDataSource slow = new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
                return slow(super.getConnection(), () -> {
                    // The first commit of a conversation's own thread is that of its mark.
                    if (Thread.currentThread().getName().matches("operation-[0-9]+") && first.getAndSet(false)) {
                        holding.run();
                    }
                });
            }
        };
        return Operations.open(
                slow,
                site.plant,
                List.of(site.device),
                OperationFixture.shortLeases(),
                "node-1",
                new SimpleMeterRegistry());
    }

    private static Connection slow(Connection real, Runnable afterCommit) {
        return (Connection) Proxy.newProxyInstance(
                LateWritingTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(real, arguments);
                        if (method.getName().equals("commit")) {
                            afterCommit.run();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
