package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.intake.IntakeExchange.HeaderSink;
import java.io.IOException;
import java.util.Optional;

/** Tells the header row of a CSV stream before its first row goes on: without it no recorded row could be read again. */
final class HeaderKeeping implements ArrivalStream {

    private final ArrivalStream arrivals;
    private final HeaderSink keeper;
    private boolean kept;

    HeaderKeeping(ArrivalStream arrivals, HeaderSink keeper) {
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
            header().ifPresent(keeper::keep);
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
