package io.plantgate.intake;

import io.plantgate.event.Arrival;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/**
 * Items of one stream, one after the other. {@link #next()} throws {@link java.io.UncheckedIOException} only if the
 * stream itself fails.
 */
public interface ArrivalStream extends Iterator<Arrival>, AutoCloseable {

    /** Raw bytes of the header row of a CSV stream, known once the first item was asked for. */
    Optional<byte[]> header();

    @Override
    void close() throws IOException;
}
