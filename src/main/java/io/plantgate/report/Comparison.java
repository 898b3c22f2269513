package io.plantgate.report;

import java.util.List;

/**
 * A report held against an expectation.
 *
 * @param lines how many lines were compared
 * @param mismatches those that are not as expected, in their order
 */
record Comparison(int lines, List<Mismatch> mismatches) {

    Comparison {
        mismatches = List.copyOf(mismatches);
    }

    boolean matches() {
        return mismatches.isEmpty();
    }

    /**
     * A line that is not as expected.
     *
     * @param expected such as {@code Duplicate of line 6}
     * @param found such as {@code Canonical}
     */
    record Mismatch(int line, String expected, String found) {
        @Override
        public String toString() {
            return "line " + line + ": expected " + expected + ", found " + found;
        }
    }
}
