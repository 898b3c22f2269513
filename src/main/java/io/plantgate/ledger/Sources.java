package io.plantgate.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of sources. */
final class Sources extends Interned<Sources.Name, Long> {

    private static final ArrayStatement<Name> INSERT =
            new ArrayStatement<>("""
            insert into source (source, device)
            select k.source, k.device from unnest(?::text[], ?::text[]) as k(source, device)
            on conflict (source) do nothing""", List.of(ArrayStatement.text(Name::source), ArrayStatement.text(Name::device)));

    // A source first seen on an arrival without identity has no device yet.
    private static final ArrayStatement<Name> ADD_DEVICE =
            new ArrayStatement<>("""
            update source s set device = k.device from unnest(?::text[], ?::text[]) as k(source, device)
             where s.source = k.source and s.device is null and k.device is not null""", List.of(ArrayStatement.text(Name::source), ArrayStatement.text(Name::device)));

    private static final ArrayStatement<Name> SELECT = new ArrayStatement<>(
            "select source_id, source from source where source = any(?)", List.of(ArrayStatement.text(Name::source)));

    Sources(int entriesMax) {
        super(entriesMax);
    }

    @Override
    Map<Name, Long> make(Connection connection, List<Name> names) throws SQLException {
        // Mostly they are there and were only not remembered: an insert would draw a number for each, and flush that.
        Map<String, Long> bySource = read(connection, names);
        List<Name> missing = names.stream()
                .filter(name -> !bySource.containsKey(name.source()))
                .toList();
        if (!missing.isEmpty()) {
            INSERT.execute(connection, missing);
            bySource.putAll(read(connection, missing));
        }
        List<Name> withDevice =
                names.stream().filter(name -> name.device() != null).toList();
        if (!withDevice.isEmpty()) {
            ADD_DEVICE.execute(connection, withDevice);
        }
        Map<Name, Long> numbers = new HashMap<>();
        names.forEach(name -> numbers.put(name, bySource.get(name.source())));
        return numbers;
    }

    private static Map<String, Long> read(Connection connection, List<Name> names) throws SQLException {
        Map<String, Long> bySource = new HashMap<>();
        try (PreparedStatement statement = SELECT.bind(connection, names);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                bySource.put(row.getString(2), row.getLong(1));
            }
        }
        return bySource;
    }

    /**
     * A source with the device that it was first seen with. Only whether it has one belongs to the name, so that a
     * source that was first seen without its device gets it later.
     *
     * @param device null where the contract has no boots, or the arrival has no identity
     */
    record Name(String source, String device) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            int bySource = source.compareTo(other.source);
            return bySource != 0 ? bySource : Boolean.compare(device == null, other.device == null);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name that && compareTo(that) == 0;
        }

        @Override
        public int hashCode() {
            return source.hashCode();
        }
    }
}
