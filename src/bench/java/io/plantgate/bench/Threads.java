package io.plantgate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** As many listeners as a user would configure, each with every n-th message. */
final class Threads {

    static final int NUMBER = 16;

    private Threads() {}

    /** Returns when the last message was taken. */
    static void share(List<Message> messages, Consumer<Message> listener) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(NUMBER);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int worker = 0; worker < NUMBER; worker++) {
                int first = worker;
                workers.add(pool.submit(() -> {
                    for (int i = first; i < messages.size(); i += NUMBER) {
                        listener.accept(messages.get(i));
                    }
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } finally {
            pool.shutdown();
        }
    }
}
