package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/**
 * Rows in keyset order.
 *
 * @param next {@code after} of the following page; null if this is the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Page<T>(List<T> items, Long next) {

    /**
     * One page. One row more than it holds is asked for: only that tells whether anything follows.
     *
     * @param rows reads at most so many rows
     */
    static <T> Page<T> of(int limit, IntFunction<List<T>> rows, ToLongFunction<T> key) {
        List<T> read = rows.apply(limit + 1);
        if (read.size() <= limit) {
            return new Page<>(read, null);
        }
        List<T> items = List.copyOf(read.subList(0, limit));
        return new Page<>(items, key.applyAsLong(items.get(limit - 1)));
    }
}
