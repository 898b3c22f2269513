package io.plantgate.effect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other nodes that effects may be due, and hears it from them: NOTIFY and LISTEN on a connection of its own, never in
 * the ledger's transaction, because a notifying commit takes a lock that is global to the server. Polling is the safety net.
 */
final class Notifications implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);

    private static final String LISTEN = "listen plantgate_effects";
    private static final String TELL = "select pg_notify('plantgate_effects', ?)";
    private static final int PAYLOAD_CHARS_MAX = 2_000;
    private static final long RECONNECT_MILLIS = 1_000;

    private final DataSource dataSource;
    private final String node;
    private final int millisMin;
    private final Consumer<Collection<String>> wake;
    private final Set<String> untold = new TreeSet<>();
    private final Bell stop = new Bell();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * @param node marks what this node itself told
     * @param millisMin shortest time between two words
     * @param wake hears the kinds that other nodes told
     */
    Notifications(DataSource dataSource, String node, long millisMin, Consumer<Collection<String>> wake) {
        this.dataSource = dataSource;
        this.node = node;
        this.millisMin = (int) millisMin;
        this.wake = wake;
        this.thread = new Thread(this::run, "effect-notify");
        this.thread.setDaemon(true);
    }

    Notifications start() {
        thread.start();
        return this;
    }

    void tell(Set<String> kinds) {
        synchronized (untold) {
            untold.addAll(kinds);
        }
    }

    private void run() {
        while (!closed) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(true);
                listen(connection);
            } catch (SQLException | RuntimeException | Error e) {
                if (!closed) {
                    LOG.debug("The other nodes cannot be heard now; polling goes on.", e);
                    waitToReconnect();
                }
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(LISTEN);
        }
        PGConnection postgres = connection.unwrap(PGConnection.class);
        while (!closed) {
            tellNow(connection);
            PGNotification[] heard = postgres.getNotifications(millisMin);
            if (heard != null) {
                Arrays.stream(heard).map(PGNotification::getParameter).forEach(this::hear);
            }
        }
    }

    private void tellNow(Connection connection) throws SQLException {
        String kinds;
        synchronized (untold) {
            if (untold.isEmpty()) {
                return;
            }
            kinds = String.join(" ", untold);
            untold.clear();
        }
        try (PreparedStatement statement = connection.prepareStatement(TELL)) {
            // What does not fit is found by polling.
            statement.setString(1, node + " " + kinds.substring(0, Math.min(kinds.length(), PAYLOAD_CHARS_MAX)));
            statement.execute();
        }
    }

    private void hear(String payload) {
        String[] words = payload.split(" ");
        if (!words[0].equals(node)) {
            wake.accept(Arrays.asList(words).subList(1, words.length));
        }
    }

    private void waitToReconnect() {
        try {
            stop.await(RECONNECT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        stop.ring();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
