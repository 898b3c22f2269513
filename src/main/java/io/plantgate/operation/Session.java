package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;

/**
 * One conversation with a device on a connection of its own. After the first missing, late or wrong answer nothing more is
 * asked on it: an answer that comes late must not be taken for the next question's.
 */
public interface Session extends AutoCloseable {

    /**
     * Values as the device has them now, by tag name, never from a cache.
     *
     * @throws DeviceSilentException if not all of them came in time
     */
    Map<String, JsonNode> read(Collection<Tag> tags, Deadline deadline);

    /** Writes once, without any retry below this call; never throws what it can say as a {@link DeviceWord}. */
    DeviceWord write(DeviceWrite write, Deadline deadline);

    /**
     * What the device itself says about an operation: a status query, or its handshake block.
     *
     * @return {@link DeviceWord.Nothing} if it knows nothing of it or cannot be asked
     * @throws DeviceSilentException if it did not answer in time
     */
    DeviceWord ask(DeviceWrite write, Deadline deadline);

    /**
     * Whether a {@link DeviceWord.Done} of this device is about the order, too, because the order reaches it together with the
     * operation's name or number. Where it does not, another write's order may have come in between.
     */
    default boolean vouchesForTheOrder() {
        return true;
    }

    /** Drops the connection at once. Never throws. */
    @Override
    void close();
}
