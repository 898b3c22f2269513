package io.plantgate.failure;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.failure.SteppingDataSource.Step;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import io.plantgate.ledger.Verdict;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TcpLink;
import io.plantgate.testing.TcpLink.Cut;
import io.plantgate.testing.TestDatabase;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The link to PostgreSQL is cut around COMMIT while the process lives on. */
class LostAnswerTest {

    private TestDatabase database;
    private Rows rows;
    private TcpLink link;
    private HikariDataSource pool;
    private PostgresLedger ledger;
    /** Asked before each COMMIT: where to cut its link, or null. */
    private volatile Supplier<Cut> cuts = () -> null;

    private final AtomicInteger cut = new AtomicInteger();

    @BeforeEach
    void open() throws Exception {
        database = TestDatabase.fresh();
        rows = new Rows(database.dataSource());
        link = new TcpLink("postgres")
                .leadTo(URI.create(database.url().substring("jdbc:".length())).getPort());
        pool = pool(link.port());
        ledger = PostgresLedger.open(
                SteppingDataSource.watching(pool, this::at),
                (first, under) -> Optional.empty(),
                LedgerSettings.defaults("node-1").withShards(1));
    }

    @AfterEach
    void close() {
        ledger.close();
        pool.close();
        link.close();
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("E-50")
    void aCommitWhoseAnswerIsLostIsNeitherRepeatedNorForgotten(Cut where) throws Exception {
        cutOnceAt(where);
        List<Decision> decisions = decisions(ledger.put(Unit.ofInlet(
                "test",
                List.of(trip("T1").arrival(), trip("T1").arrival(), trip("T2").arrival()))));
        assertThat(cut).hasValue(1);
        assertThat(decisions)
                .extracting(Decision::verdict)
                .containsExactly(Verdict.CANONICAL, Verdict.DUPLICATE, Verdict.CANONICAL);
        assertThat(rows.list("select arrival_id from arrival order by arrival_id"))
                .containsExactlyElementsOf(decisions.stream()
                        .map(decision -> String.valueOf(decision.arrivalId()))
                        .toList());
    }

    @Test
    @Tag("E-50")
    void whateverCommitsAreCutEachArrivalIsThereOnceAndEachEventIsCanonicalOnce() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("LostAnswerTest seed " + seed + " (replay with -Dseed=" + seed + ")");
        Random random = new Random(seed);
        cuts = () -> random.nextInt(8) > 0 ? null : Cut.values()[random.nextInt(2)];
        List<CompletableFuture<List<Decision>>> told = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            told.add(ledger.put(Unit.of(trip("T" + random.nextInt(100)).arrival())));
            if (i % 5 == 0) {
                decisions(told.get(i));
            }
        }
        List<String> ids = new ArrayList<>();
        for (CompletableFuture<List<Decision>> each : told) {
            ids.add(String.valueOf(decisions(each).get(0).arrivalId()));
        }
        assertThat(cut.get()).as("commits cut").isPositive();
        assertThat(rows.list("select arrival_id from arrival")).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(rows.count("arrival where decision = 'CANONICAL'")).isEqualTo(rows.count("identity"));
        assertThat(rows.count("arrival where decision not in ('CANONICAL', 'DUPLICATE')"))
                .isZero();
    }

    private void cutOnceAt(Cut where) {
        AtomicInteger left = new AtomicInteger(1);
        cuts = () -> left.getAndDecrement() > 0 ? where : null;
    }

    private void at(Step step) {
        if (step == Step.BEFORE_COMMIT) {
            Cut where = cuts.get();
            if (where != null) {
                link.cutNext(where, cut::incrementAndGet);
            }
        }
    }

    private static List<Decision> decisions(CompletableFuture<List<Decision>> told) throws Exception {
        return told.get(60, TimeUnit.SECONDS);
    }

    private HikariDataSource pool(int port) {
        HikariConfig config = new HikariConfig();
        String name = URI.create(database.url().substring("jdbc:".length())).getPath();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + port + name + "?user=postgres");
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(2000);
        return new HikariDataSource(config);
    }
}
