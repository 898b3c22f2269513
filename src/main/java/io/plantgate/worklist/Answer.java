package io.plantgate.worklist;

/** What became of a person's wish. */
public sealed interface Answer<T> {

    /** It was done. */
    record Done<T>(T value) implements Answer<T> {}

    /**
     * It was not done and nothing was changed.
     *
     * @param detail where, what, and what to do
     */
    record Refused<T>(Refusal why, String detail) implements Answer<T> {}

    static <T> Answer<T> done(T value) {
        return new Done<>(value);
    }

    static <T> Answer<T> refused(Refusal why, String detail) {
        return new Refused<>(why, detail);
    }
}
