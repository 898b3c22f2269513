package io.plantgate.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/sequences}, and {@code /gaps} and {@code /restarts} of an entity, all also as CSV. */
@RestController
class SequencesController {

    private static final CsvAnswers.Table<SequenceRow> ENTITIES = new CsvAnswers.Table<>(
            "sequences.csv",
            List.of(
                    "entity",
                    "boot_id",
                    "generation",
                    "highest",
                    "numbers",
                    "numbers_per_second",
                    "missing",
                    "open_gaps",
                    "filled_gaps",
                    "given_up_gaps",
                    "first_arrival_at",
                    "last_arrival_at",
                    "restarted_at"),
            SequencesController::cells,
            "afterEntity",
            SequenceRow::entity);

    private static final CsvAnswers.Table<SequenceGapRow> GAPS = new CsvAnswers.Table<>(
            "gaps.csv",
            List.of(
                    "gap_id",
                    "entity",
                    "boot_id",
                    "generation",
                    "first_skipped",
                    "last_skipped",
                    "missing",
                    "missing_numbers",
                    "state",
                    "opened_by",
                    "opened_at",
                    "alarmed_at",
                    "filled_at",
                    "given_up_at"),
            SequencesController::cells,
            "after",
            SequenceGapRow::gapId);

    private static final CsvAnswers.Table<SequenceRestartRow> RESTARTS = new CsvAnswers.Table<>(
            "restarts.csv",
            List.of("entity", "boot_id", "generation", "restarted_at", "arrival_id", "highest_before"),
            row -> Arrays.asList(
                    row.entity(),
                    row.bootId(),
                    row.generation(),
                    row.restartedAt(),
                    row.arrivalId(),
                    row.highestBefore()),
            "after",
            SequenceRestartRow::arrivalId);

    private final SequenceRows sequences;
    private final Paging paging;
    private final CsvAnswers csv;

    SequencesController(SequenceRows sequences, Paging paging, CsvAnswers csv) {
        this.sequences = sequences;
        this.paging = paging;
        this.csv = csv;
    }

    /** Pages go by entity: {@code afterEntity} is that of the last row seen. */
    @GetMapping("/api/sequences")
    Page<SequenceRow> entities(
            @RequestParam(required = false) String entity,
            @RequestParam(required = false) String afterEntity,
            @RequestParam(required = false) Integer limit) {
        return new Page<>(rows(entity, afterEntity, limit), null);
    }

    /** Of so many entities. */
    @GetMapping("/api/sequences.csv")
    ResponseEntity<?> csv(
            @RequestParam(required = false) String entity,
            @RequestParam(required = false) String afterEntity,
            @RequestParam(required = false) Integer limit,
            @RequestParam(required = false) String cells,
            HttpServletRequest request) {
        String after = afterEntity == null ? "" : afterEntity;
        return csv.answer(
                ENTITIES,
                paging.limit(limit),
                cells,
                request,
                (entities, reader) ->
                        sequences.entities(entity, after, entities).stream().allMatch(reader));
    }

    @GetMapping(value = "/api/sequences/gaps", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<SequenceGapRow> gaps(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit), rows -> sequences.gaps(entity, Paging.below(after), rows), SequenceGapRow::gapId);
    }

    @GetMapping("/api/sequences/gaps.csv")
    ResponseEntity<?> gapsCsv(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit,
            @RequestParam(required = false) String cells,
            HttpServletRequest request) {
        return csv.answer(
                GAPS,
                paging.limit(limit),
                cells,
                request,
                (rows, reader) -> sequences.gaps(entity, Paging.below(after), rows).stream()
                        .allMatch(reader));
    }

    @GetMapping(value = "/api/sequences/restarts", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<SequenceRestartRow> restarts(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> sequences.restarts(entity, Paging.below(after), rows),
                SequenceRestartRow::arrivalId);
    }

    @GetMapping("/api/sequences/restarts.csv")
    ResponseEntity<?> restartsCsv(
            @RequestParam String entity,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit,
            @RequestParam(required = false) String cells,
            HttpServletRequest request) {
        return csv.answer(
                RESTARTS,
                paging.limit(limit),
                cells,
                request,
                (rows, reader) -> sequences.restarts(entity, Paging.below(after), rows).stream()
                        .allMatch(reader));
    }

    private List<SequenceRow> rows(String entity, String afterEntity, Integer limit) {
        return sequences.entities(entity, afterEntity == null ? "" : afterEntity, paging.limit(limit));
    }

    private static List<?> cells(SequenceRow row) {
        return Arrays.asList(
                row.entity(),
                row.bootId(),
                row.generation(),
                row.highest(),
                row.numbers(),
                row.numbersPerSecond(),
                row.missing(),
                row.openGaps(),
                row.filledGaps(),
                row.givenUpGaps(),
                row.firstArrivalAt(),
                row.lastArrivalAt(),
                row.restartedAt());
    }

    private static List<?> cells(SequenceGapRow row) {
        return Arrays.asList(
                row.gapId(),
                row.entity(),
                row.bootId(),
                row.generation(),
                row.firstSkipped(),
                row.lastSkipped(),
                row.missing(),
                row.missingNumbers(),
                row.state(),
                row.openedBy(),
                row.openedAt(),
                row.alarmedAt(),
                row.filledAt(),
                row.givenUpAt());
    }
}
