package io.plantgate.effect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.zaxxer.hikari.HikariConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A gateway of its own process that delivers one effect and dies at a named step, without a shutdown hook, as SIGKILL does.
 * Arguments: the step, the database, the file in which the far side keeps what it saw.
 */
final class HaltingDelivery {

    static final int HALTED = 137;
    static final long LEASE_MILLIS = 500;

    /** Steps of one delivery, in their order. */
    enum Step {
        CLAIMED,
        SENT,
        ANSWERED_AND_NOT_RECORDED,
        RECORDED
    }

    private HaltingDelivery() {}

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[0]);
        Path farSide = Path.of(arguments[2]);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        EffectSettings settings = EffectSettings.defaults();
        Effects effects = Effects.open(
                watching(EffectPool.open(config, settings, "dying"), step),
                oneKind(),
                EffectFixture.BYTES_AS_TEXT,
                settings,
                new Effects.Site("dying", JsonNodeFactory.instance.objectNode()),
                new SimpleMeterRegistry());
        effects.start(ChannelTerms.of("target").withTimes(LEASE_MILLIS, 20, 300_000), claimed -> {
            haltIf(step == Step.CLAIMED);
            claimed.forEach(effect -> act(farSide, effect));
            haltIf(step == Step.SENT);
            return claimed.stream().map(FarSide::confirmed).toList();
        });
        new CountDownLatch(1).await();
    }

    private static void act(Path farSide, ClaimedEffect effect) {
        try {
            String line = effect.idempotencyKey() + " " + effect.repeat() + "\n";
            Files.writeString(farSide, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void haltIf(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    private static Kinds oneKind() {
        Kind kind = new Kind(
                "kind",
                "target",
                MessageTemplate.compile("kind", ".effect.key", MessageTemplate.Form.JSON),
                EffectFixture.WAIT,
                EffectFixture.AT_ONCE,
                null,
                Lane.NONE,
                null,
                "kind of the dying");
        return new Kinds() {
            @Override
            public Optional<Kind> find(String name) {
                return Optional.of(kind);
            }

            @Override
            public Collection<Kind> all() {
                return List.of(kind);
            }
        };
    }

    /** JDBC itself is real; only the recording of outcomes is watched. */
    private static DataSource watching(DataSource real, Step step) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            return answer instanceof Connection connection ? watched(connection, step) : answer;
        });
    }

    private static Connection watched(Connection real, Step step) {
        AtomicBoolean records = new AtomicBoolean();
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement") && ((String) arguments[0]).contains("settled as (")) {
                records.set(true);
                haltIf(step == Step.ANSWERED_AND_NOT_RECORDED);
            }
            Object answer = call(real, method, arguments);
            haltIf(step == Step.RECORDED && records.get() && method.getName().equals("commit"));
            return answer;
        });
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
