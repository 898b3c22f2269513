package io.plantgate.report;

import io.plantgate.event.ProfileVersion;
import io.plantgate.intake.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads back from PostgreSQL what became of recorded arrivals. */
final class ReportReading {

    private final DecidedArrivals decidedArrivals;
    private final BootGenerations bootGenerations;
    private final ConflictItems conflictItems;
    private final Counting counting;
    private final ProfileVersion profile;

    ReportReading(JdbcClient store, Profile profile) {
        this.decidedArrivals = new DecidedArrivals(store);
        this.bootGenerations = new BootGenerations(store);
        this.conflictItems = new ConflictItems(store, profile);
        this.counting = new Counting(store);
        this.profile = profile.version();
    }

    /**
     * The report on an import.
     *
     * @param arrivalIds of the recorded arrivals, in their order
     */
    AcceptanceReport read(AcceptanceInput input, List<Long> arrivalIds) {
        Map<Long, DecidedArrival> arrivals = decidedArrivals.byId(arrivalIds).stream()
                .collect(Collectors.toMap(DecidedArrival::arrivalId, Function.identity()));
        List<BootGeneration> generations = bootGenerations.of(distinct(arrivals, DecidedArrival::device));
        List<ReportRow> rows = rows(input.arrivals(), arrivalIds, arrivals, generations);
        return new AcceptanceReport(
                input.fileName(),
                profile,
                arrivals.values().stream()
                        .map(DecidedArrival::recordedAt)
                        .max(Instant::compareTo)
                        .orElseThrow(),
                rows,
                generations,
                conflictItems.byId(distinct(arrivals, DecidedArrival::workItemId)),
                counting.of(arrivalIds),
                input.expectation().map(expectation -> expectation.compare(rows)));
    }

    private static List<ReportRow> rows(
            List<RecordedArrival> recorded,
            List<Long> arrivalIds,
            Map<Long, DecidedArrival> arrivals,
            List<BootGeneration> generations) {
        Map<Long, Integer> lines = new HashMap<>();
        for (int i = 0; i < recorded.size(); i++) {
            lines.put(arrivalIds.get(i), recorded.get(i).line());
        }
        List<ReportRow> rows = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            rows.add(row(recorded.get(i), arrivals.get(arrivalIds.get(i)), lines, generations));
        }
        return rows;
    }

    private static ReportRow row(
            RecordedArrival recorded,
            DecidedArrival arrival,
            Map<Long, Integer> lines,
            List<BootGeneration> generations) {
        Integer lineOfEvent = lines.get(arrival.canonicalId());
        return new ReportRow(
                recorded.line(),
                arrival.arrivalAt().atOffset(recorded.arrivalAt().getOffset()),
                arrival,
                lineOfEvent == null ? OptionalInt.empty() : OptionalInt.of(lineOfEvent),
                generations.stream()
                        .filter(generation -> generation.device().equals(arrival.device())
                                && generation.bootId().equals(arrival.bootId()))
                        .findFirst()
                        .orElse(null));
    }

    private static <T> List<T> distinct(Map<Long, DecidedArrival> arrivals, Function<DecidedArrival, T> of) {
        return arrivals.values().stream()
                .map(of)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
