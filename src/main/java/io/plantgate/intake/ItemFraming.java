package io.plantgate.intake;

import java.io.IOException;

/** How the items of a stream follow each other. */
interface ItemFraming {

    /** Starts at the beginning of the stream. */
    Items open(ByteFeed feed) throws IOException;

    /** The items of one stream. */
    interface Items {

        /** The next item; null at the end. */
        RawItem next() throws IOException;

        /** The header row, once known; null where there is none. */
        default byte[] header() {
            return null;
        }
    }
}
