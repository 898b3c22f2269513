package io.plantgate.embedded.plc;

import com.fasterxml.jackson.databind.JsonNode;

/** A device that is not there. */
public interface SimulatedDevice extends AutoCloseable {

    /** As equipment files call it. */
    String name();

    /** What an equipment file's {@code connection} needs to reach it. */
    JsonNode connection();

    /** What it really did. */
    DeviceLog log();

    /** Opens or closes its guard; false if it has none. */
    default boolean guard(boolean closed) {
        return false;
    }

    /** How it treats the next writes, in this order; well after that, and well at once if none are given. */
    void next(Manner... manners);

    /** How late {@link Manner#LATE} is. */
    void lateMillis(long millis);

    /** Ends it; its connections are reset. */
    @Override
    void close();
}
