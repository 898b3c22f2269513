package io.plantgate.ledger;

import io.plantgate.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A process of its own that gives up what is over, run after run, until it is killed. */
final class RetentionProcess {

    static final int MONTHS = 2;

    private static final String RUNNING = "RUNNING";
    private static final int PIECE_REPEATS = 20;
    private static final int PAUSE_MILLIS = 10;
    private static final int AROUND_COMMIT_MILLIS_MAX = 40;

    private final Process process;

    private RetentionProcess(Process process) {
        this.process = process;
    }

    /** Returns as soon as it runs. */
    static RetentionProcess start(String url) {
        try {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            // Quick to start rather than quick in the long run: it does not live long.
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Node.class.getName(),
                            url))
                    .redirectErrorStream(true)
                    .start();
            StringBuilder said = new StringBuilder();
            for (String line = process.inputReader().readLine();
                    !RUNNING.equals(line);
                    line = process.inputReader().readLine()) {
                if (line == null) {
                    throw new IllegalStateException("It ended before it ran: " + said);
                }
                said.append(line).append('\n');
            }
            return new RetentionProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits; fails if it ends by itself. */
    void await(int millis) throws InterruptedException {
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("It ended by itself, with " + process.exitValue());
        }
    }

    /** SIGKILL. */
    void kill() {
        Programs.kill(process.toHandle());
    }

    /** What runs there. */
    static final class Node {

        private Node() {}

        public static void main(String[] arguments) throws Exception {
            PGSimpleDataSource database = new PGSimpleDataSource();
            database.setUrl(arguments[0]);
            Retention retention =
                    new Retention(new Lingering(database), new RetentionSettings(MONTHS, 0, MONTHS), PIECE_REPEATS);
            // Ends with the test that started it, whatever becomes of that.
            Thread parent = new Thread(Node::haltWithTheParent);
            parent.setDaemon(true);
            parent.start();
            System.out.println(RUNNING);
            // Ends with an exception of a run, and is ended with its parent.
            Executors.newSingleThreadScheduledExecutor()
                    .scheduleWithFixedDelay(() -> runOnce(retention), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                    .get();
        }

        private static void runOnce(Retention retention) {
            try {
                retention.run();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void haltWithTheParent() {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is said.
                }
            } catch (IOException e) {
                // The same as its end.
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** Stays for a while before and after each commit, so that a kill finds it there as often as anywhere. */
    private static final class Lingering extends DelegatingDataSource {

        private final Random random = new Random();

        Lingering(DataSource real) {
            super(real);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection real = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        boolean lingers = method.getName().equals("commit");
                        linger(lingers);
                        try {
                            Object answer = method.invoke(real, arguments);
                            linger(lingers);
                            return answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private void linger(boolean lingers) {
            if (lingers) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(AROUND_COMMIT_MILLIS_MAX)));
            }
        }
    }
}
