package io.plantgate.bench;

import io.plantgate.event.RawBytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * The limit: what somebody would write by hand for exactly this schema and these messages. Arrays of 2,000 on two
 * connections, three statements and a commit; ids, source numbers and hashes are ready before the clock starts, and it
 * neither compares payloads nor looks at boots.
 */
final class HandWritten implements Contender {

    private static final int BATCH = 2_000;
    private static final int CONNECTIONS = 2;
    private static final String DEPLOYMENT = "0123456789ab/";

    private static final String IDENTITY = """
            insert into identity (source_id, transition_id, boot_id, canonical_id, arrival_at, payload_hash,
                                  canon_version, profile_version)
            select s, t, b, c, timestamptz 'epoch' + a * interval '1 microsecond', h, 1, 1
              from unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[]) as k(s, t, b, c, a, h)
            on conflict do nothing""";
    private static final String OUTBOX = """
            insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on, idempotency_key, due_at)
            select c, c, 'pumps', 'erp', 'v1', 'erp-posting', 'canonical', k, now()
              from unnest(?::bigint[], ?::text[]) as u(c, k)""";
    private static final String ARRIVAL = """
            insert into arrival (arrival_id, arrival_at, source_id, canonical_id, raw_bytes, inlet_id, profile_version,
                                 decision, canon_version, transition_id, boot_id, raw_hash, payload_hash, raw)
            select c, timestamptz 'epoch' + a * interval '1 microsecond', s, c, n, 1, 1, 'CANONICAL', 1, t, b, rh, h, r
              from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bytea[], ?::bytea[],
                          ?::bytea[]) as k(c, a, s, n, t, b, rh, h, r)""";

    private final DataSource dataSource;
    private final AtomicLong ids = new AtomicLong(1L << 50);
    private final Map<String, Long> sources = new HashMap<>();

    HandWritten(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public String name() {
        return "hand-written array SQL";
    }

    /** What is ready before the clock starts. */
    private record Row(long id, long sourceId, Message message, byte[] rawHash, byte[] payloadHash, String key) {}

    private List<List<Row>> batches = List.of();

    @Override
    public void prepare(List<Message> messages) throws SQLException {
        internSources(messages);
        List<Row> rows = new ArrayList<>(messages.size());
        for (Message message : messages) {
            long id = ids.incrementAndGet();
            byte[] hash = RawBytes.sha256(message.raw());
            rows.add(new Row(id, sources.get(message.source()), message, hash, hash, DEPLOYMENT + id + "/pumps/erp"));
        }
        List<List<Row>> cut = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += BATCH) {
            cut.add(rows.subList(from, Math.min(rows.size(), from + BATCH)));
        }
        batches = cut;
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        Threads.run(CONNECTIONS, this::writeEvery);
    }

    private void writeEvery(int first) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement identity = connection.prepareStatement(IDENTITY);
                    PreparedStatement outbox = connection.prepareStatement(OUTBOX);
                    PreparedStatement arrival = connection.prepareStatement(ARRIVAL)) {
                for (int i = first; i < batches.size(); i += CONNECTIONS) {
                    write(connection, identity, outbox, arrival, batches.get(i));
                }
            }
            connection.setAutoCommit(true);
        }
    }

    private static void write(
            Connection connection,
            PreparedStatement identity,
            PreparedStatement outbox,
            PreparedStatement arrival,
            List<Row> rows)
            throws SQLException {
        int size = rows.size();
        Long[] ids = new Long[size];
        Long[] sources = new Long[size];
        Long[] times = new Long[size];
        Long[] lengths = new Long[size];
        String[] transitions = new String[size];
        String[] boots = new String[size];
        String[] keys = new String[size];
        byte[][] rawHashes = new byte[size][];
        byte[][] payloadHashes = new byte[size][];
        byte[][] raws = new byte[size][];
        for (int i = 0; i < size; i++) {
            Row row = rows.get(i);
            ids[i] = row.id();
            sources[i] = row.sourceId();
            times[i] = ChronoUnit.MICROS.between(Instant.EPOCH, row.message().arrivalAt());
            lengths[i] = (long) row.message().raw().length;
            transitions[i] = row.message().transitionId();
            boots[i] = row.message().bootId();
            keys[i] = row.key();
            rawHashes[i] = row.rawHash();
            payloadHashes[i] = row.payloadHash();
            raws[i] = row.message().raw();
        }
        bind(
                connection,
                identity,
                "int8",
                sources,
                "text",
                transitions,
                "text",
                boots,
                "int8",
                ids,
                "int8",
                times,
                "bytea",
                payloadHashes);
        bind(connection, outbox, "int8", ids, "text", keys);
        bind(
                connection,
                arrival,
                "int8",
                ids,
                "int8",
                times,
                "int8",
                sources,
                "int8",
                lengths,
                "text",
                transitions,
                "text",
                boots,
                "bytea",
                rawHashes,
                "bytea",
                payloadHashes,
                "bytea",
                raws);
        identity.executeUpdate();
        outbox.executeUpdate();
        arrival.executeUpdate();
        connection.commit();
    }

    private static void bind(Connection connection, PreparedStatement statement, Object... typesAndArrays)
            throws SQLException {
        for (int i = 0; i < typesAndArrays.length; i += 2) {
            statement.setArray(
                    i / 2 + 1, connection.createArrayOf((String) typesAndArrays[i], (Object[]) typesAndArrays[i + 1]));
        }
    }

    private void internSources(List<Message> messages) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into source (source, device) values (?, ?) on conflict do nothing");
                PreparedStatement select = connection.prepareStatement("select source, source_id from source")) {
            for (Message message : messages) {
                if (sources.putIfAbsent(message.source(), 0L) == null) {
                    insert.setString(1, message.source());
                    insert.setString(2, message.device());
                    insert.executeUpdate();
                }
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    sources.put(row.getString(1), row.getLong(2));
                }
            }
        }
    }
}
