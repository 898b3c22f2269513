package io.plantgate.inlet.mqtt;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A real PostgreSQL that can be out of reach, or slow. */
final class Store extends DelegatingDataSource {

    final AtomicInteger refusals = new AtomicInteger();
    volatile boolean refusing;
    volatile long slowNanos;

    Store(DataSource real) {
        super(real);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (refusing) {
            refusals.incrementAndGet();
            throw new SQLException("connection refused", "08001");
        }
        long until = System.nanoTime() + slowNanos;
        for (long left = slowNanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return super.getConnection();
    }
}
