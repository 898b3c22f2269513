package io.plantgate.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.ledger.CopyInsert.Column;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PostgreSQL reads what binary COPY sends as the values that were meant. */
class CopyInsertTest {

    private static final CopyInsert<Row> INSERT = new CopyInsert<>(
            "copied",
            List.of(
                    new Column<>("id", (field, row) -> field.int8(row.id())),
                    new Column<>("four", (field, row) -> field.int4(row.four())),
                    new Column<>("two", (field, row) -> field.int2(row.two())),
                    new Column<>("yes", (field, row) -> field.bool(row.yes())),
                    new Column<>("at", (field, row) -> field.timestamp(row.at())),
                    new Column<>("words", (field, row) -> field.text(row.words())),
                    new Column<>("many", (field, row) -> field.texts(row.many())),
                    new Column<>("facts", (field, row) -> field.object(row.facts(), 1000)),
                    new Column<>("raw", (field, row) -> field.bytea(row.raw()))));

    private record Row(
            Long id,
            int four,
            Short two,
            boolean yes,
            Instant at,
            String words,
            List<String> many,
            Map<String, String> facts,
            byte[] raw) {

        static Row of(long id, Map<String, String> facts, byte[] raw) {
            return new Row(id, 1, null, false, null, null, null, facts, raw);
        }
    }

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());

    CopyInsertTest() {
        rows.execute(
                "create table copied (id bigint check (id <> 13), four integer, two smallint, yes boolean, at timestamptz,"
                        + " words text, many text[], facts jsonb, raw bytea)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void everyTypeArrivesAsItWas() throws SQLException {
        Instant at = Instant.parse("2026-11-30T23:59:59.123456Z");
        copy(new Row(
                Long.MIN_VALUE,
                Integer.MAX_VALUE,
                Short.MIN_VALUE,
                true,
                at,
                "Straße ✓ 🏭",
                List.of("A", "", "{,}\""),
                Map.of("topic", "a/b"),
                new byte[] {0, (byte) 0xff}));
        assertThat(rows.one(
                        "select id = -9223372036854775808, four = 2147483647, two = -32768, yes, at = ?::timestamptz,"
                                + " words = ?, many = array['A', '', '{,}\"'], facts = '{\"topic\": \"a/b\"}', raw = '\\x00ff' from copied",
                        at.toString(),
                        "Straße ✓ 🏭"))
                .isEqualTo("t t t t t t t t t");
    }

    @Test
    void nothingIsNull() throws SQLException {
        copy(new Row(null, 1, null, false, null, null, null, Map.of(), null));
        assertThat(rows.count(
                        "copied where id is null and two is null and at is null and words is null and many is null"
                                + " and facts is null and raw is null"))
                .isEqualTo(1);
    }

    @Test
    void timesKeepTheirMicrosecondsFromTheYear1To9999() throws SQLException {
        List<String> times = List.of(
                "0001-01-01T00:00:00Z",
                "1969-12-31T23:59:59.999999Z",
                "1970-01-01T00:00:00Z",
                "2000-01-01T00:00:00.000001Z",
                "9999-12-31T23:59:59Z");
        for (String time : times) {
            copy(new Row(1L, 1, null, false, Instant.parse(time), time, null, Map.of(), null));
        }
        assertThat(rows.count("copied where at = words::timestamptz")).isEqualTo(times.size());
    }

    @Test
    void factsAreTextsWhateverStandsInThem() throws SQLException {
        Map<String, String> facts = new TreeMap<>(Map.of(
                "quote\"", "back\\slash",
                "line", "a\nb\tc",
                "umlaut", "Größe",
                "emoji", "🏭",
                "empty", "",
                "json", "{\"a\": [1]}"));
        copy(Row.of(1, facts, null));
        facts.put("line", rows.one("select facts ->> 'line' from copied"));
        assertThat(facts.get("line")).doesNotContain("\n").contains("a").contains("b");
        facts.forEach((name, value) -> assertThat(rows.one("select facts ->> ? from copied", name))
                .as(name)
                .isEqualTo(value));
    }

    @Test
    void rowsLargerThanWhatIsSentAtATimeArriveWhole() throws SQLException {
        Random random = new Random(7);
        List<Row> large = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            byte[] raw = new byte[random.nextInt(200_000)];
            random.nextBytes(raw);
            large.add(Row.of(100 + i, Map.of("bytes", Integer.toString(raw.length)), raw));
        }
        copy(large.toArray(Row[]::new));
        assertThat(rows.count("copied where length(raw)::text = facts ->> 'bytes'"))
                .isEqualTo(large.size());
        for (Row row : large) {
            assertThat(rows.count("copied where id = ? and raw = ?", row.id(), row.raw()))
                    .isEqualTo(1);
        }
    }

    @Test
    void aRefusedRowLeavesAConnectionThatCanBeUsed() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> INSERT.execute(connection, List.of(Row.of(13, Map.of(), null))))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23514"));
            connection.rollback();
            INSERT.execute(connection, List.of(Row.of(14, Map.of(), null)));
            connection.commit();
        }
        assertThat(rows.list("select id from copied")).containsExactly("14");
    }

    @Test
    void aRowThatCannotBeWrittenLeavesAConnectionThatCanBeUsed() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> INSERT.execute(connection, List.of(Row.of(1, null, null))))
                    .isInstanceOf(NullPointerException.class);
            connection.rollback();
            INSERT.execute(connection, List.of(Row.of(2, Map.of(), null)));
            connection.commit();
        }
        assertThat(rows.list("select id from copied")).containsExactly("2");
    }

    private void copy(Row... copied) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            INSERT.execute(connection, List.of(copied));
        }
    }
}
