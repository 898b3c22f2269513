package io.plantgate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Several threads that share a list, each with every n-th of it. */
final class Threads {

    /** As many listeners as a user would configure. */
    static final int LISTENERS = 16;

    private Threads() {}

    /** What one of the threads does. */
    @FunctionalInterface
    interface Work {
        /** @param first which is the first of the list for this thread: 0 for the first thread */
        void from(int first) throws Exception;
    }

    /** Returns when the last thread has come to its end; throws what one of them threw. */
    static void run(int number, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(number);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int worker = 0; worker < number; worker++) {
                int first = worker;
                workers.add(pool.submit(() -> {
                    work.from(first);
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    /** Returns when the last message was taken by one of the listeners. */
    static void share(List<Message> messages, Consumer<Message> listener) throws Exception {
        run(LISTENERS, first -> {
            for (int i = first; i < messages.size(); i += LISTENERS) {
                listener.accept(messages.get(i));
            }
        });
    }
}
