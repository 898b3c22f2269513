package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.delivery.plc.PlcMachines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two nodes at devices of the real protocols: at once, and one after the other has gone in the middle of a write. */
class NodesAndDevicesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How far a node gets that is never heard of again. */
    enum Gone {
        CLAIMED,
        ABOUT_TO_WRITE,
        WRITTEN
    }

    static Stream<Arguments> machines() {
        return PlcMachines.all().entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
    }

    static Stream<Arguments> machinesAndSteps() {
        return machines()
                .flatMap(one -> Stream.of(Gone.values()).map(step -> Arguments.of(one.get()[0], one.get()[1], step)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("machines")
    @org.junit.jupiter.api.Tag("W-14")
    @org.junit.jupiter.api.Tag("W-59")
    void fiftyAtOnceOnTwoNodesAreOneEffectAndFiftyEqualAnswers(String protocol, Supplier<Machine> machines)
            throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(50);
        try (OperationFixture site = new OperationFixture(machines.get())) {
            List<Operations> nodes = List.of(site.node("node-1"), site.node("node-2"));
            List<Future<Operation>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Operations node = nodes.get(i % 2);
                answers.add(clients.submit(() -> outcome(node)));
            }
            HashSet<Operation> distinct = new HashSet<>();
            for (Future<Operation> answer : answers) {
                distinct.add(answer.get());
            }

            assertThat(distinct).hasSize(1);
            assertThat(distinct.iterator().next().state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(site.effects()).isOne();
        } finally {
            clients.shutdownNow();
        }
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("machinesAndSteps")
    @org.junit.jupiter.api.Tag("W-16")
    @org.junit.jupiter.api.Tag("W-53")
    void aNodeThatIsGoneInTheMiddleOfAWriteNeverLeadsToASecondOne(
            String protocol, Supplier<Machine> machines, Gone step) throws Exception {
        Machine machine = machines.get();
        CountDownLatch end = new CountDownLatch(1);
        try (OperationFixture site = new OperationFixture(machine);
                HikariDataSource pool = site.database.anotherPool()) {
            Going driver = new Going(machine.driver(), step, end);
            try (Operations gone = Operations.open(
                            pool,
                            site.plant,
                            List.of(driver),
                            OperationFixture.shortLeases(),
                            "node-1",
                            new SimpleMeterRegistry());
                    AutoCloseable release = end::countDown) {
                gone.ask(request("OP7", "stop"));
                assertThat(driver.reached.await(60, TimeUnit.SECONDS)).isTrue();
                site.rows.execute("update operation set leased_until = now() - interval '1 second'");
                Operations next = site.node("node-2", OperationFixture.shortLeases());

                await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                                site.rows.one("select state, recover_at is null from operation"))
                        .isEqualTo(expected(step) + " t"));
                assertThat(next.ask(request("OP7", "stop"))).isInstanceOf(Asked.Known.class);
                assertThat(site.effects()).isEqualTo(step == Gone.WRITTEN ? 1 : 0);
                assertThat(site.history("OP7")).contains("unknown");
            }
        }
    }

    private static String expected(Gone step) {
        return switch (step) {
            case CLAIMED -> "failed";
            case ABOUT_TO_WRITE -> "unknown";
            case WRITTEN -> "succeeded";
        };
    }

    private static Operation outcome(Operations node) throws Exception {
        Asked asked = node.ask(request("OP7", "stop"), Duration.ofSeconds(60))
                .toCompletableFuture()
                .get();
        return asked instanceof Asked.New fresh ? fresh.operation() : ((Asked.Known) asked).operation();
    }

    /** The real driver, whose first attempt gets so far and no further. */
    private static final class Going implements Driver {

        private final Driver real;
        private final Gone step;
        private final CountDownLatch end;
        private final AtomicBoolean first = new AtomicBoolean(true);
        final CountDownLatch reached = new CountDownLatch(1);

        Going(Driver real, Gone step, CountDownLatch end) {
            this.real = real;
            this.step = step;
            this.end = end;
        }

        private void at(Gone place) {
            if (place == step && first.compareAndSet(true, false)) {
                reached.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("this node is gone");
            }
        }

        @Override
        public String protocol() {
            return real.protocol();
        }

        @Override
        public void check(Equipment equipment) {
            real.check(equipment);
        }

        @Override
        public Set<String> places(Equipment equipment) {
            return real.places(equipment);
        }

        @Override
        public Session open(Equipment equipment, Deadline deadline) {
            at(Gone.CLAIMED);
            Session session = real.open(equipment, deadline);
            return new Session() {
                @Override
                public Map<String, JsonNode> read(Collection<Tag> tags, Deadline until) {
                    return session.read(tags, until);
                }

                @Override
                public DeviceWord write(DeviceWrite write, Deadline until) {
                    at(Gone.ABOUT_TO_WRITE);
                    DeviceWord word = session.write(write, until);
                    at(Gone.WRITTEN);
                    return word;
                }

                @Override
                public DeviceWord ask(DeviceWrite write, Deadline until) {
                    return session.ask(write, until);
                }

                @Override
                public void close() {
                    session.close();
                }
            };
        }
    }
}
