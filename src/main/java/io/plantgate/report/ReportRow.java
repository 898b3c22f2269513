package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import java.time.OffsetDateTime;
import java.util.OptionalInt;

/**
 * One line of the acceptance file and what became of it.
 *
 * @param line number in the file, from 1
 * @param arrivalAt as PostgreSQL keeps it, written with the offset that stands in the file
 * @param arrival what PostgreSQL keeps
 * @param lineOfEvent the line of this file whose arrival is the event; empty if there is none, or if it came earlier
 * @param generation the boot generation it belongs to, or null
 */
record ReportRow(
        int line,
        OffsetDateTime arrivalAt,
        DecidedArrival arrival,
        OptionalInt lineOfEvent,
        BootGeneration generation) {

    Verdict verdict() {
        return arrival.verdict();
    }

    /** True if the event that it repeats or contradicts was in the store before this file. */
    boolean isAboutAnEarlierEvent() {
        return arrival.isAboutAnEvent() && lineOfEvent.isEmpty();
    }

    boolean opensItsGeneration() {
        return generation != null && generation.firstArrivalId() == arrival.arrivalId();
    }

    Proof proof() {
        return Proof.of(arrival);
    }
}
