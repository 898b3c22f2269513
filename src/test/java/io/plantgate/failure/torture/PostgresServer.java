package io.plantgate.failure.torture;

import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.testing.Programs;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server, restarted on its data directory and found by the gateway through its link. */
final class PostgresServer implements AutoCloseable {

    private final Path directory;
    private final TcpLink link;
    private EmbeddedDatabase server;

    PostgresServer(Path directory, TcpLink link) {
        this.directory = directory;
        this.link = link;
        start();
    }

    /** On what it kept, behind the same link. */
    synchronized void start() {
        server = EmbeddedDatabase.startIn(directory, 0);
        link.leadTo(server.port());
    }

    /** Through the link, as the gateway sees it. */
    String urlThroughTheLink() {
        return "jdbc:postgresql://127.0.0.1:" + link.port() + "/postgres?user=postgres";
    }

    Rows rows() {
        PGSimpleDataSource direct = new PGSimpleDataSource();
        direct.setUrl(server.jdbcUrl());
        return new Rows(direct);
    }

    /** An orderly stop that waits for no client, and a start. */
    void restart() {
        stop();
        start();
    }

    /** An orderly stop that waits for no client; nobody finds it until it is started. */
    void stop() {
        endBy("INT");
    }

    /** Ends without writing anything more, as in a crash; the start has to recover. */
    void crash() {
        endBy("QUIT");
        start();
    }

    private synchronized void endBy(String signal) {
        ProcessHandle postmaster = postmaster();
        Programs.signal(postmaster, signal);
        Programs.awaitEnd(postmaster);
        link.leadTo(0);
        server.close();
    }

    private ProcessHandle postmaster() {
        try {
            String pid = Files.readAllLines(directory.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
