package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Rows in keyset order.
 *
 * @param next {@code after} of the following page; null if this is the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Page<T>(List<T> items, Long next) {

    static <T> Page<T> of(List<T> rows, int limit, ToLongFunction<T> key) {
        return new Page<>(rows, rows.size() < limit ? null : Long.valueOf(key.applyAsLong(rows.get(rows.size() - 1))));
    }
}
