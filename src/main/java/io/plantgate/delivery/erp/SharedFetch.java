package io.plantgate.delivery.erp;

import java.util.function.Supplier;

/**
 * Fetches what all workers of a target need, one at a time. Those that waited while it failed have failed with it: one after
 * the other, they would wait longer for a server that does not answer than their claims hold.
 */
final class SharedFetch<T> {

    private RuntimeException failure;
    private long failedNanos;

    /**
     * What is fetched now.
     *
     * @param fetch on the caller's thread, while others wait
     */
    T get(Supplier<T> fetch) {
        long asked = System.nanoTime();
        synchronized (this) {
            if (failure != null && failedNanos - asked > 0) {
                throw failure;
            }
            try {
                return fetch.get();
            } catch (RuntimeException e) {
                failure = e;
                failedNanos = System.nanoTime();
                throw e;
            }
        }
    }
}
