package io.plantgate.inlet.file;

import java.time.Instant;

/**
 * One claimed file, as the table {@code import} knows it.
 *
 * @param fileName the name under which it was dropped, as data
 * @param fileBytes its size when it was claimed
 * @param chunkRows arrivals in a chunk; the same for every try of this import
 * @param startedAt when it was claimed: the arrivalAt of all its rows
 * @param reason why it failed, or null
 */
record ImportRow(
        long importId,
        String inlet,
        String node,
        String fileName,
        long fileBytes,
        int chunkRows,
        Instant startedAt,
        State state,
        String reason) {

    /** What became of the file. */
    enum State {
        /** Claimed; some of its chunks may be recorded. */
        RUNNING,
        /** All its rows are decided. */
        DONE,
        /** No byte was in it. */
        EMPTY,
        /** It could not be read to its end; the rows before are decided. */
        FAILED
    }
}
