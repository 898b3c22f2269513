package io.plantgate.operation;

import java.util.Set;

/**
 * One protocol's way to equipment. A driver only talks: whether a write is allowed, and what an answer means for the
 * operation, is decided by this package.
 */
public interface Driver {

    /** As equipment files name it, e.g. {@code modbus-tcp}. */
    String protocol();

    /**
     * Looks at an equipment's connection, tags, commands and handshake before anything is ever sent to it.
     *
     * @throws IllegalArgumentException saying which key, what is wrong with it and what would be right
     */
    void check(Equipment equipment);

    /**
     * Where commands of an equipment are written, one text for each register, node or topic. Attempts take turns by
     * equipment: of two that shared a place, one could find the other's write and take it for its own.
     *
     * @param equipment that was checked
     */
    Set<String> places(Equipment equipment);

    /**
     * A connection for one attempt, never shared and never used again.
     *
     * @throws NeverReachedException if the device was not reached, so that certainly nothing was written
     */
    Session open(Equipment equipment, Deadline deadline);
}
