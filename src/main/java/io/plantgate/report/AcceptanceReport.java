package io.plantgate.report;

import io.plantgate.event.ProfileVersion;
import io.plantgate.ledger.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * What became of an acceptance file.
 *
 * @param file its name
 * @param profile the profile that read it
 * @param madeAt database clock of the newest of its arrivals
 * @param rows in the order of the file, one or more
 * @param generations of the devices that occur, in order of first sight
 * @param conflicts that its arrivals belong to
 * @param totals of its arrivals
 * @param comparison with what was expected, if that was given
 */
record AcceptanceReport(
        String file,
        ProfileVersion profile,
        Instant madeAt,
        List<ReportRow> rows,
        List<BootGeneration> generations,
        List<ConflictItem> conflicts,
        Totals totals,
        Optional<Comparison> comparison) {

    AcceptanceReport {
        rows = List.copyOf(rows);
        generations = List.copyOf(generations);
        conflicts = List.copyOf(conflicts);
    }

    /** The offset in which the file begins; times that are no line's own are shown in it. */
    ZoneOffset offset() {
        return rows.get(0).arrivalAt().getOffset();
    }

    /** What to know of a store that held events of this file before; empty if it did not. */
    Optional<String> remarkOnEarlierEvents() {
        long lines = rows.stream().filter(ReportRow::isAboutAnEarlierEvent).count();
        return lines == 0
                ? Optional.empty()
                : Optional.of("The store was not empty: %d lines are about events that an earlier import had recorded."
                        .formatted(lines));
    }

    long count(Verdict verdict) {
        return rows(verdict).size();
    }

    List<ReportRow> rows(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).toList();
    }
}
