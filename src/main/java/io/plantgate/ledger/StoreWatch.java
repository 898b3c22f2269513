package io.plantgate.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Asks how large the store is, and tells once when that changes what may be done. */
final class StoreWatch {

    private static final Logger LOG = LoggerFactory.getLogger(StoreWatch.class);

    private static final String SIZE = "select pg_database_size(current_database())";

    private final DataSource dataSource;
    private final long bytesMax;
    private final StoreRoom room;
    private volatile long bytes;

    StoreWatch(DataSource dataSource, StoreSettings settings, StoreRoom room, MeterRegistry meters) {
        this.dataSource = dataSource;
        this.bytesMax = settings.storeBytesMax();
        this.room = room;
        Gauge.builder("plantgate.store.bytes", this, watch -> watch.bytes)
                .description("Size of the database when it was asked last")
                .baseUnit("bytes")
                .register(meters);
        Gauge.builder("plantgate.store.max", this, watch -> watch.bytesMax)
                .description("plantgate.ledger.store-bytes-max; 0: no bound")
                .baseUnit("bytes")
                .register(meters);
    }

    /** Asks now. Without an answer what was known last holds. */
    @Scheduled(fixedDelay = 30, timeUnit = TimeUnit.SECONDS)
    void measure() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SIZE)) {
            row.next();
            bytes = row.getLong(1);
            if (room.holds(bytes, bytesMax)) {
                tell();
            }
        } catch (SQLException e) {
            LOG.warn("The size of the store cannot be asked; it is asked again: {}", e.getMessage());
        }
    }

    private void tell() {
        switch (room.level()) {
            case ENOUGH ->
                LOG.info(
                        "The store has room again: {} of {} bytes (plantgate.ledger.store-bytes-max).",
                        bytes,
                        bytesMax);
            case SCARCE ->
                LOG.error(
                        "The store holds {} of {} bytes (plantgate.ledger.store-bytes-max), 85 % or more. At 95 % nothing new is"
                                + " taken. Raise the bound, or keep fewer months (plantgate.ledger.retention.arrival-months).",
                        bytes, bytesMax);
            case NONE ->
                LOG.error(
                        "The store holds {} of {} bytes (plantgate.ledger.store-bytes-max), 95 % or more: nothing new is taken,"
                                + " nothing is lost. Raise the bound, or keep fewer months"
                                + " (plantgate.ledger.retention.arrival-months).",
                        bytes, bytesMax);
        }
    }
}
