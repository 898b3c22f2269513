package io.plantgate.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * A payload field that two arrivals of one identity say differently.
 *
 * @param first the first arrival's value, or null where it has no such field
 * @param other the other arrival's value, or null where it has no such field
 */
record FieldDifference(String field, String first, String other) {

    /** The fields that differ, in the order of their names. */
    static List<FieldDifference> between(Map<String, String> first, Map<String, String> other) {
        TreeSet<String> names = new TreeSet<>(first.keySet());
        names.addAll(other.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(first.get(name), other.get(name)))
                .map(name -> new FieldDifference(name, first.get(name), other.get(name)))
                .toList();
    }
}
