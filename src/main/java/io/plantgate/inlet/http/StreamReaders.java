package io.plantgate.inlet.http;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;

/** The threads that read streams: as many as configured, and no queue in front of them. */
final class StreamReaders implements AutoCloseable {

    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService clockwork;

    StreamReaders(int threadsMax) {
        this.threads = new ThreadPoolExecutor(
                0, threadsMax, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), named("plantgate-stream-"));
        this.clockwork = Executors.newSingleThreadScheduledExecutor(named("plantgate-stream-watch-"));
    }

    /** Refuses what finds no thread free. */
    AsyncTaskExecutor executor() {
        return new TaskExecutorAdapter(threads);
    }

    /** Watches the current thread, which reads this input. */
    StallWatch watch(WatchedInput input, long stalledMaxMillis) {
        return new StallWatch(input, stalledMaxMillis, clockwork);
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger counter = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + counter.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clockwork.shutdownNow();
    }
}
