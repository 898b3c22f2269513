package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fifty thousand rows behind a head that does not move: what a claim and a look at the lanes touch. */
class StuckLaneTest {

    private static final int ROWS = 50_000;
    private static final Pattern BUFFERS = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?");

    private static final String FILL = """
            insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on, idempotency_key, state, lane)
            select n, n, 'pumps', 'post', 'v1', 'erp-posting', 'canonical', n || '/pumps/post', 'pending', 'PUMP-A'
              from generate_series(1, %d) n""".formatted(ROWS);
    private static final String FREE = """
            insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on, idempotency_key, state, lane)
            select n, n, 'pumps', 'post', 'v1', 'erp-posting', 'canonical', n || '/pumps/post', 'pending', 'PUMP-' || n
              from generate_series(100001, 100010) n""";
    private static final String STUCK =
            "update outbox set state = 'unknown', reason = 'stuck' where effect_id = (select min(effect_id) from outbox)";

    private final EffectFixture site = new EffectFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    @Tag("I09")
    void aClaimTouchesOnlyWhatIsDueHoweverManyWaitBehindAStuckHead() throws Exception {
        Kind kind = site.laned(site.kind("erp-posting", "erp", WAIT, AT_ONCE), Lane.DEVICE);
        site.rows.execute(FILL);
        site.rows.execute(STUCK);
        site.rows.execute(FREE);
        HikariDataSource pool = site.pool("measured");
        EffectStore store = new EffectStore(pool, EffectFixture.BYTES_AS_TEXT);

        long began = System.nanoTime();
        int released = store.releaseAllLanes("erp-posting");
        System.out.printf("heads of 11 lanes, %d rows: %.1f ms%n", ROWS, (System.nanoTime() - began) / 1e6);

        assertThat(released).isEqualTo(10);
        assertThat(store.releaseAllLanes("erp-posting")).isZero();
        // Planned once before, as on a connection that has claimed already.
        explained(pool, kind, 0);
        List<String> plan = explained(pool, kind, 8);
        System.out.printf(
                "MEASURED a claim of 8 beside %,d rows behind a stuck head: %s%n", ROWS, plan.get(plan.size() - 1));
        assertThat(buffers(plan)).as(String.join("\n", plan)).isBetween(1L, 1_500L);
        assertThat(site.rows.count("outbox where state = 'in_flight'")).isEqualTo(8);
        assertThat(site.rows.count("outbox where lane = 'PUMP-A' and state <> 'pending'"))
                .isEqualTo(1);
    }

    private static List<String> explained(HikariDataSource pool, Kind kind, int most) throws SQLException {
        List<String> plan = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "explain (analyze, buffers, costs off, timing off) " + Claims.CLAIM)) {
            Claims.bind(statement, kind, 1, new Claims.Terms("erp", "measured", 30_000), most);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    plan.add(row.getString(1));
                }
            }
        }
        return plan;
    }

    /** Of the whole statement: the first line of buffers is the root's. */
    private static long buffers(List<String> plan) {
        MatchResult root = plan.stream()
                .flatMap(line -> BUFFERS.matcher(line).results())
                .findFirst()
                .orElseThrow();
        return Long.parseLong(root.group(1)) + (root.group(2) == null ? 0 : Long.parseLong(root.group(2)));
    }
}
