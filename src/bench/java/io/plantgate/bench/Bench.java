package io.plantgate.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Payload;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flywaydb.core.Flyway;

/**
 * Measures the ledger against the limit of the database and against what a user would otherwise take: same messages, same
 * server, {@code fsync} on, interleaved rounds, medians. {@code mvn -Pbench verify}, quicker with {@code -Dbench.quick}.
 */
public final class Bench {

    private static final ProfileVersion PROFILE = new ProfileVersion("pumps", "a1".repeat(32), "benchmark");
    private static final EffectPlan POSTING = new EffectPlan(
            "erp", "v1", "erp-posting", EffectPlan.On.CANONICAL, EffectPlan.Policy.PLAN, EffectPlan.Policy.PLAN);

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        boolean quick = System.getProperty("bench.quick") != null;
        int events = quick ? 60_000 : 200_000;
        int stockEvents = quick ? 8_000 : 20_000;
        int rounds = 5;
        try (EmbeddedDatabase server = EmbeddedDatabase.startFresh();
                HikariDataSource dataSource = pool(server.jdbcUrl())) {
            Flyway.configure().dataSource(dataSource).load().migrate();
            execute(
                    dataSource,
                    "create table stock_event (k text primary key, raw bytea not null, at timestamptz default now())");
            try (PostgresLedger ledger = PostgresLedger.open(
                            dataSource, (first, under) -> Optional.empty(), LedgerSettings.defaults("bench"));
                    StockCamel stock = new StockCamel(dataSource)) {
                HandWritten handWritten = new HandWritten(dataSource);
                InProcessLedger bare = new InProcessLedger("ledger", ledger, ReadyMade.of());
                for (int round = 0; round <= rounds; round++) {
                    clear(dataSource);
                    List<Message> messages = Message.counting(round, events);
                    handWritten.prepare(messages);
                    time(handWritten, messages);
                    clear(dataSource);
                    time(bare, messages);
                    time(bare, messages);
                    List<Message> few = Message.counting(round, stockEvents);
                    clear(dataSource);
                    time(stock, few);
                }
            }
        }
    }

    static final class ReadyMade {
        static java.util.function.Function<Message, Arrival> of() {
            return message -> {
                return new Arrival(
                        new Delivery(
                                message.arrivalAt(),
                                "bench:pumps",
                                new RawBytes(message.raw(), message.raw().length, HASHES.get()),
                                Map.of(),
                                null),
                        PROFILE,
                        new Event(
                                new EventIdentity(message.source(), message.transitionId(), message.bootId()),
                                message.device(),
                                null,
                                new Payload(HASHES.get(), (short) 1),
                                false,
                                List.of(POSTING),
                                Set.of()));
            };
        }

        static final ThreadLocal<byte[]> HASHES = ThreadLocal.withInitial(() -> new byte[32]);
    }

    private static void time(Contender contender, List<Message> messages) throws Exception {
        long start = System.nanoTime();
        contender.record(messages);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("%s %,.0f/s%n", contender.name(), messages.size() / seconds);
    }

    private static void clear(HikariDataSource dataSource) throws Exception {
        execute(dataSource, "truncate identity, arrival, outbox, stock_event");
        execute(dataSource, "checkpoint");
    }

    private static void execute(HikariDataSource dataSource, String sql) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(20);
        return new HikariDataSource(config);
    }
}
