package io.plantgate.failure;

import static io.plantgate.testing.Trip.trip;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.failure.SteppingDataSource.Step;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import io.plantgate.ledger.Unit.Chunk;
import io.plantgate.testing.TcpLink;
import io.plantgate.testing.TcpLink.Cut;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A process of its own that records one delivery and dies at a named step, without a shutdown hook, as SIGKILL does.
 * Arguments: the step, the port and name of the database, the import's id or 0.
 */
final class HaltingLedger {

    static final int HALTED = 137;

    private HaltingLedger() {}

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[0]);
        AtomicBoolean open = new AtomicBoolean();
        TcpLink link = new TcpLink("postgres").leadTo(Integer.parseInt(arguments[1]));
        DataSource watched = SteppingDataSource.watching(pool(link.port(), arguments[2]), at -> {
            if (open.get()) {
                haltAt(step, at, link);
            }
        });
        Ledger ledger =
                PostgresLedger.open(watched, (first, under) -> Optional.empty(), LedgerSettings.defaults("dying"));
        open.set(true);
        ledger.put(delivery(Long.parseLong(arguments[3]))).get();
    }

    private static void haltAt(Step wanted, Step at, TcpLink link) {
        if (wanted != at) {
            return;
        }
        if (at == Step.COMMITTED_AND_THE_ANSWER_LOST) {
            link.cutNext(Cut.BEFORE_THE_ANSWER, () -> Runtime.getRuntime().halt(HALTED));
        } else {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /** The same delivery for every process: two events, each with an effect. */
    static Unit delivery(long importId) {
        EffectPlan effect = new EffectPlan("post", "v1", "erp-posting", On.CANONICAL, Policy.PLAN, Policy.PLAN);
        var arrivals = List.of(
                trip("T91").wanting(effect).arrival(),
                trip("T92").wanting(effect).arrival());
        return importId == 0
                ? Unit.ofInlet("test:pumps", arrivals)
                : Unit.ofImport("test:pumps", arrivals, new Chunk(importId, 0, List.of(1L, 2L)));
    }

    private static HikariDataSource pool(int port, String database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres");
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }
}
