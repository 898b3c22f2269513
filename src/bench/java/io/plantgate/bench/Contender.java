package io.plantgate.bench;

import java.util.List;

/** One way of recording the same messages. */
interface Contender {

    String name();

    /** Records all messages and returns once the last one is committed. */
    void record(List<Message> messages) throws Exception;
}
