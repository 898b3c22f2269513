package io.plantgate.failure.torture;

/** What a publisher publishes. */
interface Workload {

    /** The next publication; null if there is no more. */
    Publication next();
}
