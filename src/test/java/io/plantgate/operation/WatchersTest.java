package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.operation.OperationPeople.Signed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Those who wait hold up nobody who writes. */
class WatchersTest {

    private static final int WAITING = 200;

    private final OperationFixture site = new OperationFixture();
    private final AtomicInteger questions = new AtomicInteger();
    private final Watchers watchers =
            new Watchers(new OperationRows(new OperationStore(new DelegatingDataSource(site.database.dataSource()) {
                @Override
                public Connection getConnection() throws SQLException {
                    questions.incrementAndGet();
                    return super.getConnection();
                }
            })));

    @AfterEach
    void close() throws Exception {
        watchers.close();
        site.close();
    }

    @Test
    void howeverManyWaitTheClockAsksOnceForAllOfThem() {
        Operations node = site.node("node-1");
        Operation asked = ((Asked.New) node.ask(request("OP7", "start"))).operation();
        List<CompletableFuture<Operation>> answers = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            answers.add(watchers.await(asked, Duration.ofMinutes(5)).toCompletableFuture());
        }

        questions.set(0);
        watchers.lookAll();
        assertThat(questions).hasValue(1);
        assertThat(answers).noneMatch(CompletableFuture::isDone);

        node.people().refuse(shift("OP7"), new Signed("anna", "not today"));
        watchers.lookAll();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.getNow(asked).state()).isEqualTo(OperationState.REFUSED));
        assertThat(questions).hasValue(2);
    }
}
