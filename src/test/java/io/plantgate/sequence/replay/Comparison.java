package io.plantgate.sequence.replay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What should have been drawn, against what was: every number of every entity, once.
 *
 * @param expected how many different ones were sent
 * @param missing sent, and not drawn
 * @param twice drawn more than once
 * @param foreign drawn, and never sent
 */
record Comparison(long expected, Set<String> missing, List<String> twice, Set<String> foreign) {

    static Comparison of(Collection<String> sent, List<String> drawn) {
        Set<String> expected = new HashSet<>(sent);
        Set<String> missing = new HashSet<>(expected);
        Set<String> seen = new HashSet<>();
        Set<String> foreign = new HashSet<>();
        List<String> twice = new ArrayList<>();
        for (String one : drawn) {
            missing.remove(one);
            if (!seen.add(one)) {
                twice.add(one);
            }
            if (!expected.contains(one)) {
                foreign.add(one);
            }
        }
        return new Comparison(expected.size(), missing, twice, foreign);
    }

    boolean isEqual() {
        return missing.isEmpty() && twice.isEmpty() && foreign.isEmpty();
    }

    @Override
    public String toString() {
        return "expected %,d, missing %,d, twice %,d%s"
                .formatted(expected, missing.size(), twice.size(), foreign.isEmpty() ? "" : ", never sent: " + foreign);
    }
}
