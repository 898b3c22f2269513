package io.plantgate.ledger;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Real connections that can be refused, or broken around their commit. */
final class FaultyDataSource extends DelegatingDataSource {

    /** What happens to the next commit. */
    enum AtCommit {
        PASSES,
        /** The connection is closed before the server hears of it. */
        IS_LOST,
        /** The server commits, and its answer is lost. */
        LOSES_ITS_ANSWER
    }

    final AtomicReference<AtCommit> nextCommit = new AtomicReference<>(AtCommit.PASSES);
    final AtomicInteger refusals = new AtomicInteger();
    volatile boolean refusing;
    private volatile Runnable afterRollback = () -> {};

    FaultyDataSource(DataSource real) {
        super(real);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (refusing) {
            refusals.incrementAndGet();
            throw new SQLException("connection refused", "08001");
        }
        Connection real = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commit(real);
                        return null;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The next commit is lost, and something happens between its rollback and the next try. */
    void beforeLosingCommit(Runnable meanwhile) {
        afterRollback = meanwhile;
        nextCommit.set(AtCommit.IS_LOST);
    }

    private void commit(Connection real) throws SQLException {
        switch (nextCommit.getAndSet(AtCommit.PASSES)) {
            case PASSES -> real.commit();
            case IS_LOST -> {
                real.rollback();
                afterRollback.run();
                throw new SQLException("the line is dead", "08006");
            }
            case LOSES_ITS_ANSWER -> {
                real.commit();
                throw new SQLException("the line is dead", "08006");
            }
        }
    }
}
