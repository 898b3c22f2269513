package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import java.util.Map;

/** Turns the bytes of one item into a tree of values. */
interface ItemFormat {

    /**
     * @param bytes of the item, within the bound
     * @param header the header row of the CSV stream it came in, or null
     * @param facts what the transport said
     * @throws Unreadable with the reason why it is none
     */
    FieldValue decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable;

    /** True if an item without bytes can still be one. */
    default boolean emptyAllowed() {
        return false;
    }
}
