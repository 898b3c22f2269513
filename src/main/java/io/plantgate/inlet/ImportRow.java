package io.plantgate.inlet;

import java.time.Instant;

/**
 * One claimed file or posted stream, as the table {@code import} knows it.
 *
 * @param readingDigest hex SHA-256 over what decided how it is cut into rows: {@link Announcement#readingDigest}
 * @param fileName the name under which a file was dropped, as data; the request of a post
 * @param fileBytes a file's size when it was claimed; 0 for a post that has not ended
 * @param chunkRows arrivals in a chunk; the same for every try of this import
 * @param startedAt when it was claimed or came in: the arrivalAt of all its rows
 * @param reason why it failed, or null
 */
public record ImportRow(
        long importId,
        String inlet,
        String node,
        String readingDigest,
        String fileName,
        long fileBytes,
        int chunkRows,
        Instant startedAt,
        State state,
        String reason) {

    /** What became of it. */
    public enum State {
        /** Begun; some of its chunks may be recorded. */
        RUNNING,
        /** All its rows are decided. */
        DONE,
        /** No byte was in it. */
        EMPTY,
        /** It could not be read to its end; the rows before are decided. */
        FAILED
    }
}
