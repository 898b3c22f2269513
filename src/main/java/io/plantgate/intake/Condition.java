package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Null;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A condition on one field. A field that is missing or null meets none but {@code exists: false}.
 *
 * @param field the declared field; or one that stands for an undeclared place
 */
record Condition(FieldRule field, Test test) {

    /** What is asked of a value that is there. */
    sealed interface Test {}

    /** The value is there, or is not. */
    record Exists(boolean expected) implements Test {}

    /** The value is one of these; numbers are equal whatever their notation. */
    record In(List<FieldValue> values) implements Test {}

    /** The value is a number that compares so. */
    record Compares(BigDecimal bound, IntPredicate accepted) implements Test {}

    boolean metBy(ReadItem item) throws Unreadable {
        FieldValue value = field.typed(field.at().in(item.tree()));
        boolean there = value != null && !(value instanceof Null);
        if (test instanceof Exists exists) {
            return there == exists.expected();
        }
        if (!there) {
            return false;
        }
        return test instanceof In in ? in.values().contains(value) : compares((Compares) test, value);
    }

    private static boolean compares(Compares compares, FieldValue value) {
        return value instanceof Decimal number
                && compares.accepted().test(new BigDecimal(number.literal()).compareTo(compares.bound()));
    }

    static boolean allMet(List<Condition> conditions, ReadItem item) throws Unreadable {
        for (Condition condition : conditions) {
            if (!condition.metBy(item)) {
                return false;
            }
        }
        return true;
    }
}
