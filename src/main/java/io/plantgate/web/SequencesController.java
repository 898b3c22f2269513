package io.plantgate.web;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/sequences} and {@code /api/sequences/gaps} of an entity, both also as CSV. */
@RestController
class SequencesController {

    private static final String HEADER =
            "entity,boot_id,generation,highest,numbers,numbers_per_second,missing,open_gaps,"
                    + "filled_gaps,given_up_gaps,first_arrival_at,last_arrival_at\n";

    private static final String GAPS_HEADER =
            "gap_id,entity,boot_id,generation,first_missing,last_missing,missing,state,opened_by,opened_at,"
                    + "alarmed_at,filled_at,given_up_at\n";

    private final SequenceRows sequences;
    private final Paging paging;

    SequencesController(SequenceRows sequences, Paging paging) {
        this.sequences = sequences;
        this.paging = paging;
    }

    /** Pages go by entity: {@code afterEntity} is that of the last row seen. */
    @GetMapping("/api/sequences")
    Page<SequenceRow> entities(
            @RequestParam(required = false) String entity,
            @RequestParam(required = false) String afterEntity,
            @RequestParam(required = false) Integer limit) {
        return new Page<>(rows(entity, afterEntity, limit), null);
    }

    @GetMapping(value = "/api/sequences.csv", produces = "text/csv;charset=UTF-8")
    String csv(
            @RequestParam(required = false) String entity,
            @RequestParam(required = false) String afterEntity,
            @RequestParam(required = false) Integer limit) {
        return rows(entity, afterEntity, limit).stream()
                .map(SequencesController::line)
                .collect(Collectors.joining("\n", HEADER, "\n"));
    }

    @GetMapping(value = "/api/sequences/gaps", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<SequenceGapRow> gaps(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit), rows -> sequences.gaps(entity, Paging.below(after), rows), SequenceGapRow::gapId);
    }

    @GetMapping(value = "/api/sequences/gaps.csv", produces = "text/csv;charset=UTF-8")
    String gapsCsv(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return sequences.gaps(entity, Paging.below(after), paging.limit(limit)).stream()
                .map(SequencesController::line)
                .collect(Collectors.joining("\n", GAPS_HEADER, "\n"));
    }

    private List<SequenceRow> rows(String entity, String afterEntity, Integer limit) {
        return sequences.entities(entity, afterEntity == null ? "" : afterEntity, paging.limit(limit));
    }

    private static String line(SequenceRow row) {
        return joined(
                quoted(row.entity()),
                quoted(row.bootId()),
                row.generation(),
                row.highest(),
                row.numbers(),
                row.numbersPerSecond(),
                row.missing(),
                row.openGaps(),
                row.filledGaps(),
                row.givenUpGaps(),
                row.firstArrivalAt(),
                row.lastArrivalAt());
    }

    private static String line(SequenceGapRow row) {
        return joined(
                row.gapId(),
                quoted(row.entity()),
                quoted(row.bootId()),
                row.generation(),
                row.firstMissing(),
                row.lastMissing(),
                row.missing(),
                row.state(),
                row.openedBy(),
                row.openedAt(),
                row.alarmedAt(),
                row.filledAt(),
                row.givenUpAt());
    }

    private static String joined(Object... values) {
        return Stream.of(values)
                .map(value -> value == null ? "" : value.toString())
                .collect(Collectors.joining(","));
    }

    // A spreadsheet takes what begins so for a formula.
    private static String quoted(String text) {
        String safe = text.isEmpty() || "=+-@".indexOf(text.charAt(0)) < 0 ? text : "'" + text;
        return '"' + safe.replace("\"", "\"\"") + '"';
    }
}
