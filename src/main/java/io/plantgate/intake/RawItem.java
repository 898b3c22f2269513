package io.plantgate.intake;

import io.plantgate.event.RawBytes;

/**
 * One item cut out of a stream.
 *
 * @param fault why its framing is broken, or null
 */
record RawItem(RawBytes raw, Unreadable fault) {

    static RawItem sound(RawBytes raw) {
        return new RawItem(raw, null);
    }
}
