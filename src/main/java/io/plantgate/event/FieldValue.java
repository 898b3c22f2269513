package io.plantgate.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One value of an item, whatever its format: what a field of JSON, a cell of CSV or an element of XML can hold. */
public sealed interface FieldValue {

    /** The one null. */
    FieldValue NULL = new Null();

    /** A value that is said to be none. */
    record Null() implements FieldValue {}

    /** A truth value. */
    record Truth(boolean value) implements FieldValue {}

    /** Text as sent; may hold any character, lone surrogates too. */
    record Text(String value) implements FieldValue {
        public Text {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * An exact decimal number. Equal numbers are equal whatever their notation; no binary fraction and no expanded
     * exponent is ever involved.
     *
     * @param literal a number as JSON writes it (RFC 8259 section 6), as sent
     */
    record Decimal(String literal) implements FieldValue {
        public Decimal {
            Objects.requireNonNull(literal, "literal");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Decimal that
                    && DecimalForm.canonical(literal).equals(DecimalForm.canonical(that.literal));
        }

        @Override
        public int hashCode() {
            return DecimalForm.canonical(literal).hashCode();
        }
    }

    /** Values in their order. */
    record Items(List<FieldValue> values) implements FieldValue {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** A field of an object. */
    record Field(String name, FieldValue value) {
        public Field {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }
    }

    /** Fields by name, each name once, in the order of their code points, which is that of their UTF-8 bytes. */
    final class Fields implements FieldValue {

        private static final Comparator<Field> BY_NAME = (a, b) -> compareNames(a.name(), b.name());

        private final Field[] sorted;

        private Fields(Field[] sorted) {
            this.sorted = sorted;
        }

        /**
         * Sorts the fields.
         *
         * @throws DuplicateNameException if a name stands twice
         */
        public static Fields of(List<Field> fields) {
            Field[] sorted = fields.toArray(new Field[0]);
            Arrays.sort(sorted, BY_NAME);
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i].name().equals(sorted[i - 1].name())) {
                    throw new DuplicateNameException(sorted[i].name());
                }
            }
            return new Fields(sorted);
        }

        public int size() {
            return sorted.length;
        }

        public Field get(int index) {
            return sorted[index];
        }

        public List<Field> list() {
            return new ArrayList<>(Arrays.asList(sorted));
        }

        /** The value of that name, null where there is none: this is asked several times per event. */
        public FieldValue valueOf(String name) {
            for (Field field : sorted) {
                if (field.name().equals(name)) {
                    return field.value();
                }
            }
            return null;
        }

        public Optional<FieldValue> find(String name) {
            return Optional.ofNullable(valueOf(name));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Fields that && Arrays.equals(sorted, that.sorted);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(sorted);
        }

        @Override
        public String toString() {
            return "Fields" + Arrays.toString(sorted);
        }

        // UTF-16 order differs from code point order only where a surrogate meets U+E000 to U+FFFF.
        private static int compareNames(String a, String b) {
            int length = Math.min(a.length(), b.length());
            for (int i = 0; i < length; i++) {
                char left = a.charAt(i);
                char right = b.charAt(i);
                if (left != right) {
                    return Integer.compare(codePointRank(left), codePointRank(right));
                }
            }
            return a.length() - b.length();
        }

        private static int codePointRank(char unit) {
            return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
        }
    }

    /** A name stands twice in one object. */
    final class DuplicateNameException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final String name;

        DuplicateNameException(String name) {
            super("the name '" + name + "' stands twice", null, false, false);
            this.name = name;
        }

        public String name() {
            return name;
        }
    }
}
