package io.plantgate.scan;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * A node of its own process that works on one scan and dies at a named step, without a shutdown hook, as SIGKILL does.
 * Arguments: the step, the database.
 */
final class HaltingScan {

    static final int HALTED = 137;

    /** Steps of one scan, in their order. */
    enum Step {
        DECIDED_AND_NOT_COMMITTED,
        RECEIVED,
        LOOKED_UP,
        BOUND_AND_NOT_COMMITTED,
        ANSWER_COMMITTED
    }

    private HaltingScan() {}

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[0]);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        HikariDataSource store = new HikariDataSource(config);
        TestLookUp lookUp = new TestLookUp(scan -> {
            haltIf(step == Step.RECEIVED);
            return KilledScanTest.finding();
        });
        ScanNode node = new ScanNode(
                watching(store, step, "insert into identity", Step.DECIDED_AND_NOT_COMMITTED, null, null),
                watching(
                        store,
                        step,
                        "insert into scan_answer",
                        Step.BOUND_AND_NOT_COMMITTED,
                        Step.ANSWER_COMMITTED,
                        Step.LOOKED_UP),
                "dying",
                KilledScanTest.settings(),
                lookUp);
        node.offer(ScanNode.scan(KilledScanTest.KEY, "SN-1", "load"));
        new CountDownLatch(1).await();
    }

    private static void haltIf(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /** JDBC itself is real; it is only watched. */
    private static DataSource watching(
            DataSource real, Step step, String statement, Step beforeCommit, Step afterCommit, Step first) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            return answer instanceof Connection connection
                    ? watched(connection, step, statement, beforeCommit, afterCommit, first)
                    : answer;
        });
    }

    private static Connection watched(
            Connection real, Step step, String statement, Step beforeCommit, Step afterCommit, Step first) {
        AtomicBoolean prepared = new AtomicBoolean();
        return proxy(Connection.class, (self, method, arguments) -> {
            boolean prepares = method.getName().equals("prepareStatement");
            haltIf(first == step
                    && prepares
                    && ((String) arguments[0]).contains("for update")
                    && !((String) arguments[0]).contains("skip locked"));
            if (prepares && ((String) arguments[0]).contains(statement)) {
                prepared.set(true);
            }
            boolean commits = method.getName().equals("commit") && prepared.get();
            haltIf(commits && step == beforeCommit);
            Object answer = call(real, method, arguments);
            haltIf(commits && step == afterCommit);
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
