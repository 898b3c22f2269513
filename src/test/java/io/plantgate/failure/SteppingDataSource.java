package io.plantgate.failure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** Tells at which step of a transaction a ledger is. JDBC itself is real; only the calls are watched. */
final class SteppingDataSource {

    /** Steps around COMMIT, in their order. */
    enum Step {
        BEFORE_THE_FIRST_STATEMENT,
        AFTER_THE_IDENTITIES,
        BEFORE_COMMIT,
        COMMITTED_AND_THE_ANSWER_LOST,
        COMMITTED_AND_NOBODY_TOLD
    }

    /** Hears of each step before the next call goes on. */
    interface Listener {
        void at(Step step);
    }

    private SteppingDataSource() {}

    static DataSource watching(DataSource real, Listener listener) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            return answer instanceof Connection connection ? watched(connection, listener) : answer;
        });
    }

    private static Connection watched(Connection real, Listener listener) {
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("setAutoCommit") && !(boolean) arguments[0]) {
                listener.at(Step.BEFORE_THE_FIRST_STATEMENT);
            }
            if (method.getName().equals("commit")) {
                return commit(real, method, arguments, listener);
            }
            Object answer = call(real, method, arguments);
            return answer instanceof PreparedStatement statement && insertsIdentities(arguments)
                    ? watched(statement, listener)
                    : answer;
        });
    }

    private static Object commit(Connection real, Method method, Object[] arguments, Listener listener)
            throws Throwable {
        listener.at(Step.BEFORE_COMMIT);
        listener.at(Step.COMMITTED_AND_THE_ANSWER_LOST);
        Object answer = call(real, method, arguments);
        listener.at(Step.COMMITTED_AND_NOBODY_TOLD);
        return answer;
    }

    private static boolean insertsIdentities(Object[] arguments) {
        return arguments[0] instanceof String sql && sql.contains("insert into identity");
    }

    private static PreparedStatement watched(PreparedStatement real, Listener listener) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            Object answer = call(real, method, arguments);
            if (method.getName().startsWith("execute")) {
                listener.at(Step.AFTER_THE_IDENTITIES);
            }
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
