package io.plantgate.operation;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A gateway of its own process that writes one operation and dies at a named step, without a shutdown hook, as SIGKILL does.
 * Arguments: the step, the database, the file that is the machine.
 */
final class HaltingWriting {

    static final int HALTED = 137;

    /** Commit points and what lies between them, in their order. */
    enum Step {
        ASKED,
        CLAIMED,
        MARKED,
        WRITTEN,
        ANSWERED_AND_NOT_RECORDED,
        RECORDED
    }

    private HaltingWriting() {}

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[0]);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        config.setMaximumPoolSize(4);
        FileDevice device = new FileDevice(Path.of(arguments[2])) {
            @Override
            void reached(Step reached) {
                haltIf(reached == step);
            }
        };
        EquipmentTarget conveyor =
                EquipmentReader.read("conveyor", "conveyor.equipment.yaml", OperationFixture.CONVEYOR, key -> null);
        Operations operations = Operations.open(
                watching(new HikariDataSource(config), step),
                plant(conveyor),
                step == Step.ASKED ? List.of() : List.of(device),
                OperationFixture.shortLeases(),
                "dying",
                new SimpleMeterRegistry());
        operations.ask(OperationFixture.request("OP7", "stop"));
        haltIf(step == Step.ASKED);
        new CountDownLatch(1).await();
    }

    static Plant plant(EquipmentTarget only) {
        return new Plant() {
            @Override
            public Optional<EquipmentTarget> find(String name) {
                return Optional.of(only);
            }

            @Override
            public Collection<EquipmentTarget> all() {
                return List.of(only);
            }
        };
    }

    private static void haltIf(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /** JDBC itself is real; only the recording of ends is watched. */
    private static DataSource watching(DataSource real, Step step) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            return answer instanceof Connection connection ? watched(connection, step) : answer;
        });
    }

    private static Connection watched(Connection real, Step step) {
        AtomicBoolean records = new AtomicBoolean();
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement") && ((String) arguments[0]).contains("set word = ")) {
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
