package io.plantgate.failure.kills;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.effect.EffectNode;
import io.plantgate.event.Arrival;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import io.plantgate.testing.Trip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The database, its ledger, and the two kinds: each event is to be posted to the ERP and told by text message. */
final class KillSite implements AutoCloseable {

    static final int LEASE_SECONDS = 2;
    /** How often a text message may be repeated. */
    static final int REPEATS_MAX = 1;

    static final String REPEAT_MARK = "(again) ";

    private static final int EVENTS_AT_ONCE = 10;
    // Every third text takes three parts; its number stands in each.
    private static final int LONG_ONE_IN = 3;
    private static final int WORDS_OF_A_LONG_TEXT = 50;

    private static final String POSTING = """
            channel: erp
            message: { json: '{"says": .event.payload.says, "key": .effect.key}' }
            unknown: { then: repeat-with-key }
            retry: { firstSeconds: 0.05, secondsMax: 0.5, attemptsMax: 1000 }
            """;
    private static final String ALARM = """
            channel: sms
            message: { text: '(if (.effect.repeat) "%s" else "") + .event.payload.says' }
            unknown: { then: repeat, timesMax: %d }
            retry: { firstSeconds: 0.05, secondsMax: 0.5, attemptsMax: 1000 }
            maxAgeSeconds: 0
            """.formatted(REPEAT_MARK, REPEATS_MAX);

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final Path kinds;
    private final EffectNode planner;
    private final PostgresLedger ledger;
    private int events;

    /** @param folder for the kinds' files */
    KillSite(Path folder) throws IOException, SQLException {
        kinds = folder;
        Files.writeString(folder.resolve("erp-posting.effect.yaml"), POSTING);
        Files.writeString(folder.resolve("sms-alarm.effect.yaml"), ALARM);
        planner = EffectNode.open(database.url(), folder, "planner");
        ledger = PostgresLedger.open(
                database.dataSource(),
                (first, under) -> Optional.empty(),
                planner.effects(),
                LedgerSettings.defaults("planner"),
                new SimpleMeterRegistry());
    }

    String url() {
        return database.url();
    }

    Path kinds() {
        return kinds;
    }

    Rows rows() {
        return rows;
    }

    /** How many events the ledger has taken. */
    int events() {
        return events;
    }

    /** Records a few more if less than that is due. */
    void keepDue(int effects) throws Exception {
        if (rows.count("outbox where due_at is not null") >= effects) {
            return;
        }
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 1; i <= EVENTS_AT_ONCE; i++) {
            arrivals.add(event(events + i));
        }
        ledger.put(Unit.ofInlet("kills", arrivals)).get(30, TimeUnit.SECONDS);
        events += EVENTS_AT_ONCE;
    }

    private static Arrival event(int number) {
        String name = name(number);
        String says = number % LONG_ONE_IN == 0 ? (name + " ").repeat(WORDS_OF_A_LONG_TEXT) : name + " trips";
        return Trip.trip(name)
                .saying(says)
                .wanting(plan("post", "erp-posting"))
                .wanting(plan("tell", "sms-alarm"))
                .arrival();
    }

    /** What an event is called in all that is sent because of it. */
    static String name(int number) {
        return "T%06d".formatted(number);
    }

    private static EffectPlan plan(String rule, String kind) {
        return new EffectPlan(rule, "v1", kind, On.CANONICAL, Policy.PLAN, Policy.PLAN);
    }

    @Override
    public void close() throws Exception {
        ledger.close();
        planner.close();
        database.close();
    }
}
