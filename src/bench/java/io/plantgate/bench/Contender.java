package io.plantgate.bench;

import java.util.List;

/** One way of recording the same messages. */
interface Contender {

    String name();

    /** Makes what may be ready before the clock starts. */
    default void prepare(List<Message> messages) throws Exception {}

    /** Records all messages and returns once the last one is committed. */
    void record(List<Message> messages) throws Exception;
}
