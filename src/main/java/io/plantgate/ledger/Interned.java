package io.plantgate.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Names that are stored once and referred to by number: sources, inlets, profile versions. Written outside the
 * transaction of a batch, each by a statement of its own, so that a name seen by two nodes at once is never a reason to
 * wait for a whole batch; a name without arrivals does no harm.
 *
 * @param <K> the name
 * @param <N> its number
 */
abstract class Interned<K extends Comparable<? super K>, N> {

    private final Cache<K, N> numbers;

    Interned(int entriesMax) {
        this.numbers = Caffeine.newBuilder().maximumSize(entriesMax).build();
    }

    /** Numbers of all the names, new ones made. The connection is in auto-commit. */
    Map<K, N> numbers(Connection connection, Collection<K> names) throws SQLException {
        Map<K, N> known = new HashMap<>();
        TreeSet<K> unknown = new TreeSet<>();
        for (K name : names) {
            N number = numbers.getIfPresent(name);
            if (number != null) {
                known.put(name, number);
            } else {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            Map<K, N> made = make(connection, new ArrayList<>(unknown));
            numbers.putAll(made);
            known.putAll(made);
        }
        return known;
    }

    /** Inserts what is missing (in the given, sorted order) and reads the numbers of all. */
    abstract Map<K, N> make(Connection connection, List<K> names) throws SQLException;
}
