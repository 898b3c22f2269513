package io.plantgate.inlet.file;

import io.plantgate.event.Arrival;
import io.plantgate.intake.ArrivalStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps a CSV file's header before its first row goes on: without it no recorded row could be read again. */
final class HeaderKeeping implements ArrivalStream {

    private final ArrivalStream arrivals;
    private final Consumer<byte[]> keeper;
    private boolean kept;

    HeaderKeeping(ArrivalStream arrivals, Consumer<byte[]> keeper) {
        this.arrivals = arrivals;
        this.keeper = keeper;
    }

    @Override
    public boolean hasNext() {
        return arrivals.hasNext();
    }

    @Override
    public Arrival next() {
        Arrival next = arrivals.next();
        if (!kept) {
            header().ifPresent(keeper);
            kept = true;
        }
        return next;
    }

    @Override
    public Optional<byte[]> header() {
        return arrivals.header();
    }

    @Override
    public void close() throws IOException {
        arrivals.close();
    }
}
