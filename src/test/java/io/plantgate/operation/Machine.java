package io.plantgate.operation;

/** A device as the table of what must hold needs it, with a log of what it did. */
public interface Machine extends AutoCloseable {

    /** What becomes of one write. */
    enum Fault {
        /** Done; the answer is lost. */
        LOSE_ANSWER,
        /** Lost on its way: not done, not answered. */
        LOSE_REQUEST,
        /** Acknowledged, and not done yet. */
        TAKE_OVER
    }

    Driver driver();

    /** Its equipment file, with the commands of {@link OperationFixture#CONVEYOR}. */
    String equipment();

    /** The next write meets this. */
    void will(Fault fault);

    /** How many writes had an effect. */
    int effects();

    /** Whether it speaks on its own once it is done. */
    default boolean reports() {
        return false;
    }

    /** From now on that node hears what it says on its own. */
    default void listen(Operations node) {}

    /** Does what it has taken over and says so, or says so once more. */
    default void finish(Operations node) {
        throw new UnsupportedOperationException("it never speaks on its own");
    }

    @Override
    default void close() {}
}
