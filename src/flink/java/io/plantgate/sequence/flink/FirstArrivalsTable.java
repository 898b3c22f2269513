package io.plantgate.sequence.flink;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;

/**
 * First arrivals as rows of PostgreSQL, keyed by (entity, generation, number): what is answered again after a failure
 * changes nothing. Everything is written before a checkpoint completes.
 */
public final class FirstArrivalsTable implements Sink<Sample> {

    private static final long serialVersionUID = 1L;
    private static final int ROWS_MAX = 500;

    private static final String CREATE = """
            create table if not exists sequence_first (
                entity     text collate "C" not null,
                generation text collate "C" not null,
                number     bigint not null,
                late       boolean not null,
                raw        bytea not null,
                written_at timestamptz not null default now(),
                primary key (entity, generation, number))""";

    private static final String INSERT = """
            insert into sequence_first (entity, generation, number, late, raw)
            select * from unnest(?::text[], ?::text[], ?::bigint[], ?::boolean[], ?::bytea[])
                   as k(entity, generation, number, late, raw)
             order by entity, generation, number
            on conflict do nothing""";

    private final String url;
    private final String user;
    private final String password;
    private final int rowsMax;

    public FirstArrivalsTable(String url, String user, String password) {
        this(url, user, password, ROWS_MAX);
    }

    private FirstArrivalsTable(String url, String user, String password, int rowsMax) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.rowsMax = rowsMax;
    }

    /** The same, row by row: for few samples whose reader will not wait for the next checkpoint. */
    public FirstArrivalsTable writingAtOnce() {
        return new FirstArrivalsTable(url, user, password, 1);
    }

    /** Makes the table, once, before the job starts: two writers that do it at once would meet. */
    public void create() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
        }
    }

    @Override
    public SinkWriter<Sample> createWriter(WriterInitContext context) throws IOException {
        return new Writer(context.metricGroup().counter("answeredAgain"));
    }

    /** @deprecated Flink 1.20 still asks for it; 2.x does not. */
    @Deprecated
    @Override
    public SinkWriter<Sample> createWriter(Sink.InitContext context) throws IOException {
        return new Writer(context.metricGroup().counter("answeredAgain"));
    }

    private final class Writer implements SinkWriter<Sample> {
        private final List<Sample> waiting = new ArrayList<>(ROWS_MAX);
        private final Counter answeredAgain;
        private final Connection connection;

        Writer(Counter answeredAgain) throws IOException {
            this.answeredAgain = answeredAgain;
            try {
                connection = DriverManager.getConnection(url, user, password);
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void write(Sample sample, Context context) throws IOException {
            waiting.add(sample);
            if (waiting.size() >= rowsMax) {
                flush(false);
            }
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (waiting.isEmpty()) {
                return;
            }
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setArray(
                        1, array("text", waiting.stream().map(s -> s.entity).toArray()));
                statement.setArray(
                        2, array("text", waiting.stream().map(s -> s.generation).toArray()));
                statement.setArray(
                        3, array("int8", waiting.stream().map(s -> s.number).toArray()));
                statement.setArray(
                        4, array("bool", waiting.stream().map(s -> s.late).toArray()));
                statement.setArray(
                        5, array("bytea", waiting.stream().map(s -> s.raw).toArray(byte[][]::new)));
                answeredAgain.inc(waiting.size() - statement.executeUpdate());
                waiting.clear();
            } catch (SQLException e) {
                // The job goes back to its checkpoint and writes them again.
                throw new IOException(e);
            }
        }

        private java.sql.Array array(String type, Object[] values) throws SQLException {
            return connection.createArrayOf(type, values);
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
