package io.plantgate.effect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.event.Arrival;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.PayloadReading;
import io.plantgate.ledger.EffectPlanning.Lane;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Effects on a database of their own, planned by a real ledger; targets are functions of the test. */
final class EffectFixture implements AutoCloseable {

    /** What an event says is its bytes as text. */
    static final PayloadReading BYTES_AS_TEXT = kept -> Optional.of((FieldValue)
            Fields.of(List.of(new Field("says", new Text(new String(kept.raw(), StandardCharsets.UTF_8))))));

    static final RetrySchedule AT_ONCE = new RetrySchedule(Duration.ofMillis(1), 1, Duration.ofMillis(1), 5);
    static final UnknownRule WAIT = new UnknownRule(UnknownRule.Then.WAIT, 0);
    static final UnknownRule WITH_KEY = new UnknownRule(UnknownRule.Then.REPEAT_WITH_KEY, 0);

    final TestDatabase database = TestDatabase.fresh();
    final Rows rows = new Rows(database.dataSource());
    final Map<String, Kind> kindsByName = new TreeMap<>();
    final Kinds kinds = new Kinds() {
        @Override
        public Optional<Kind> find(String name) {
            return Optional.ofNullable(kindsByName.get(name));
        }

        @Override
        public Collection<Kind> all() {
            return kindsByName.values();
        }
    };
    final Effects effects;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final PostgresLedger ledger;

    EffectFixture() {
        effects = node("node-1");
        ledger = ledger();
    }

    private PostgresLedger ledger() {
        try {
            PostgresLedger opened = PostgresLedger.open(
                    database.dataSource(),
                    (first, under) -> Optional.empty(),
                    effects,
                    LedgerSettings.defaults("node-1"),
                    new SimpleMeterRegistry());
            this.opened.add(0, opened);
            return opened;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Another gateway on the same database. */
    Effects secondNode() {
        return node("node-2");
    }

    /** A pool such as a gateway's effects have. */
    HikariDataSource pool(String node) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        HikariDataSource pool = EffectPool.open(config, EffectSettings.defaults(), node);
        opened.add(pool);
        return pool;
    }

    private Effects node(String name) {
        return node(name, pool(name));
    }

    Effects node(String name, DataSource dataSource) {
        try {
            Effects node = Effects.open(
                    dataSource,
                    kinds,
                    BYTES_AS_TEXT,
                    EffectSettings.defaults(),
                    new Effects.Site(name, JsonNodeFactory.instance.objectNode().put("plant", "4711")),
                    new SimpleMeterRegistry());
            opened.add(0, node);
            return node;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A kind whose message says what the event says. */
    Kind kind(String name, String channel, UnknownRule unknown, RetrySchedule retry) {
        return add(new Kind(
                name,
                channel,
                MessageTemplate.compile(
                        name, "{\"says\": .event.payload.says, \"key\": .effect.key}", MessageTemplate.Form.JSON),
                unknown,
                retry,
                null,
                Lane.NONE,
                null,
                "kind " + name));
    }

    Kind add(Kind kind) {
        kindsByName.put(kind.name(), kind);
        return kind;
    }

    Kind laned(Kind kind, Lane lane) {
        return add(new Kind(
                kind.name(),
                kind.channel(),
                kind.message(),
                kind.unknown(),
                kind.retry(),
                kind.maxAge(),
                lane,
                kind.ask(),
                kind.definition()));
    }

    Kind aged(Kind kind, Duration maxAge) {
        return add(new Kind(
                kind.name(),
                kind.channel(),
                kind.message(),
                kind.unknown(),
                kind.retry(),
                maxAge,
                kind.lane(),
                kind.ask(),
                kind.definition()));
    }

    static EffectPlan plan(String kind) {
        return new EffectPlan("post", "v1", kind, On.CANONICAL, Policy.PLAN, Policy.PLAN);
    }

    /** Records arrivals as the gateway does: their effects are planned in the same transaction. */
    void record(Arrival... arrivals) {
        try {
            ledger.put(Unit.ofInlet("test", Arrays.asList(arrivals))).get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Quick terms, so that tests wait for conditions and not for defaults. */
    static ChannelTerms terms(String channel) {
        return ChannelTerms.of(channel).withTimes(30_000, 20, 300_000);
    }

    Channel start(String channel, Courier courier) {
        return effects.start(terms(channel), courier);
    }

    /** A row in that state, as if it had come there; without an arrival behind it. */
    long insert(String kind, EffectState state) {
        return Long.parseLong(rows.one("""
                with id as (select nextval('effect_id_seq') as effect_id),
                row as (insert into outbox (effect_id, canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on,
                                            idempotency_key, state)
                        select effect_id, 1, 1, 'pumps', 'post', 'v1', ?, 'canonical', effect_id || '/pumps/post', ?::effect_state
                          from id returning effect_id)
                select effect_id from row""", kind, state.sql()));
    }

    /** Each effect's state, in the order of planning. */
    List<String> states() {
        return rows.list("select state from outbox order by effect_id");
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        database.close();
    }
}
