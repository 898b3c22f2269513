package io.plantgate.embedded;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * A server of our own that starts on a thread of its own while the rest of the gateway is put together: each takes a
 * second or two, and one after the other they would be half of a start. It is a post processor of the bean factory only
 * because Spring makes those before all other beans. Its methods are made {@code static} for the same reason.
 *
 * @param <T> the server
 */
public final class EarlyStart<T extends AutoCloseable> implements BeanFactoryPostProcessor, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(EarlyStart.class);

    private final CompletableFuture<T> server = new CompletableFuture<>();
    private volatile boolean taken;

    /**
     * Begins at once.
     *
     * @param name of the thread
     * @param start how the server is started
     */
    public EarlyStart(String name, Callable<T> start) {
        Thread thread = new Thread(() -> run(start), name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The settings of a record of {@code @ConfigurationProperties} before Spring can bind it, its defaults in place. */
    public static <S> S settings(Environment environment, String prefix, Class<S> type) {
        return Binder.get(environment).bindOrCreate(prefix, type);
    }

    private void run(Callable<T> start) {
        try {
            server.complete(start.call());
        } catch (Throwable e) {
            // Whatever it is: who waits for the server would wait for ever.
            server.completeExceptionally(e);
        }
    }

    /**
     * Waits until it has started. Who takes it stops it.
     *
     * @throws RuntimeException what the start threw
     */
    public T take() {
        taken = true;
        try {
            return server.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        // It has begun.
    }

    /** Stops a server that nobody has taken, because the gateway failed before it could. */
    @Override
    public void destroy() {
        if (!taken) {
            server.thenAccept(this::close).exceptionally(ignored -> null).join();
        }
    }

    private void close(T unused) {
        try {
            unused.close();
        } catch (Exception e) {
            LOG.warn("A server that nobody used does not stop.", e);
        }
    }
}
