package io.plantgate.inlet.mqtt;

/** A real broker under test, on a loopback port that stays the same through its restarts. */
interface Broker extends AutoCloseable {

    String url();

    int port();

    /** Stops and starts again; what it kept on disk is there. */
    void restart() throws Exception;

    /** Stops, forgets every session, and starts again. */
    void restartWithoutSessions() throws Exception;

    @Override
    void close() throws Exception;
}
