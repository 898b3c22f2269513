package io.plantgate.scan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import io.plantgate.inlet.http.ItemAnswers;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.ledger.Decision;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * Answers scans: the first and every repeat alike, byte for byte, with {@code Idempotency-Replayed: true} on repeats; 409 while
 * the scan is in work; 422 for another content under its key; 202 and 400 for what has no key or cannot be read.
 */
final class ScanAnswers implements ItemAnswers {

    static final String REPLAYED = "Idempotency-Replayed";

    private static final Set<String> KEY_HEADERS = Set.of("x-idempotency-key", "idempotency-key");

    private final ScanDesk desk;
    private final int retryAfterSeconds;

    ScanAnswers(ScanDesk desk, int retryAfterSeconds) {
        this.desk = desk;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /**
     * One result of an array.
     *
     * @param status what a single post would have been answered
     * @param replayed true for a repeat
     * @param scan the one answer to the scan, byte for byte
     * @param problem why there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Row(int status, Boolean replayed, @JsonRawValue String scan, ProblemDetail problem) {}

    @Override
    public Set<String> headers() {
        return KEY_HEADERS;
    }

    @Override
    public Optional<ProblemDetail> streamRefusal(Map<String, String> facts) {
        return KEY_HEADERS.stream().anyMatch(facts::containsKey)
                ? Optional.of(ProblemType.INVALID_REQUEST.because(
                        "The header X-Idempotency-Key names one scan, and many came."
                                + " Nothing was kept. Give each scan its own idempotency_key."))
                : Optional.empty();
    }

    @Override
    public CompletableFuture<ResponseEntity<Object>> single(Decision decision) {
        boolean repeat = decision instanceof Decision.Duplicate;
        if (!repeat && !(decision instanceof Decision.Canonical)) {
            return CompletableFuture.completedFuture(problem(undecided(decision)));
        }
        long eventId = decision.event().orElseThrow();
        return desk.answer(eventId).thenApply(answer -> answer.map(there -> answered(eventId, there, repeat))
                .orElseGet(() -> again(inWork(eventId, repeat))));
    }

    @Override
    public List<Object> results(List<Decision> decisions) {
        List<CompletableFuture<Row>> rows = new ArrayList<>(decisions.size());
        decisions.forEach(decision -> rows.add(row(decision)));
        List<Object> results = new ArrayList<>(decisions.size());
        // Each waits at most as long as the desk lets it.
        rows.forEach(row -> results.add(row.join()));
        return results;
    }

    private CompletableFuture<Row> row(Decision decision) {
        boolean repeat = decision instanceof Decision.Duplicate;
        if (!repeat && !(decision instanceof Decision.Canonical)) {
            return CompletableFuture.completedFuture(row(undecided(decision)));
        }
        long eventId = decision.event().orElseThrow();
        return desk.answer(eventId).thenApply(answer -> answer.map(there -> row(eventId, there, repeat))
                .orElseGet(() -> row(inWork(eventId, repeat))));
    }

    private static Row row(ProblemDetail problem) {
        return new Row(problem.getStatus(), null, null, problem);
    }

    private static Row row(long eventId, StoredAnswer answer, boolean repeat) {
        if (answer == StoredAnswer.REMOVED) {
            return row(removed(eventId));
        }
        return new Row(answer.status(), repeat, new String(answer.body(), StandardCharsets.UTF_8), null);
    }

    private static ResponseEntity<Object> answered(long eventId, StoredAnswer answer, boolean repeat) {
        if (answer == StoredAnswer.REMOVED) {
            return problem(removed(eventId));
        }
        ResponseEntity.BodyBuilder builder = ResponseEntity.status(answer.status())
                .contentType(MediaType.APPLICATION_JSON)
                .location(URI.create("/api/scans/" + eventId));
        if (repeat) {
            builder.header(REPLAYED, "true");
        }
        return builder.body(answer.body());
    }

    // In the body too: an item of an array has no header of its own.
    private ProblemDetail inWork(long eventId, boolean repeat) {
        ProblemDetail problem = ProblemType.IN_WORK.because("Scan " + eventId
                + " is stored and still worked on. Send the same again later; it is answered with its result.");
        problem.setProperty("eventId", eventId);
        problem.setProperty("dedup_status", repeat ? "duplicate" : "accepted");
        problem.setProperty("retryAfterSeconds", retryAfterSeconds);
        return problem;
    }

    private static ProblemDetail removed(long eventId) {
        ProblemDetail problem = ProblemType.SCAN_REMOVED.because("Scan " + eventId
                + " was taken and answered under this key; its row is no longer kept here. Do not send it again.");
        problem.setProperty("eventId", eventId);
        problem.setProperty("dedup_status", "duplicate");
        return problem;
    }

    private static ProblemDetail undecided(Decision decision) {
        if (decision instanceof Decision.Conflict conflict) {
            return conflict(conflict);
        }
        if (decision instanceof Decision.Incomplete incomplete) {
            ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                    HttpStatus.ACCEPTED, incomplete.reason().detail());
            problem.setType(URI.create("urn:plantgate:problem:incomplete"));
            problem.setTitle("Kept without a key");
            problem.setProperty("workItemId", incomplete.workItemId());
            return named(problem, decision, incomplete.reason());
        }
        Decision.Quarantined quarantined = (Decision.Quarantined) decision;
        ProblemType type = quarantined.reason().code() == ReasonCode.SOURCE_NOT_ALLOWED
                ? ProblemType.SOURCE_NOT_ALLOWED
                : ProblemType.QUARANTINED;
        ProblemDetail problem = type.because("Arrival " + quarantined.arrivalId() + " is kept in quarantine: "
                + quarantined.reason().detail());
        return named(problem, decision, quarantined.reason());
    }

    private static ProblemDetail conflict(Decision.Conflict conflict) {
        ProblemDetail problem = ProblemType.CONFLICT.because("Scan " + conflict.canonicalId()
                + " has this idempotency key and another content. Both are kept, the first stays untouched; work item "
                + conflict.workItemId() + " is about it.");
        problem.setProperty("eventId", conflict.canonicalId());
        problem.setProperty("dedup_status", "conflict");
        problem.setProperty("workItemId", conflict.workItemId());
        problem.setProperty("firstPayloadHash", conflict.firstPayloadHash());
        problem.setProperty("payloadHash", conflict.payloadHash());
        return problem;
    }

    private static ProblemDetail named(ProblemDetail problem, Decision decision, Reason reason) {
        problem.setProperty("arrivalId", decision.arrivalId());
        problem.setProperty("reason", reason.code().name());
        if (reason.field() != null) {
            problem.setProperty("field", reason.field());
        }
        return problem;
    }

    private static ResponseEntity<Object> problem(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private ResponseEntity<Object> again(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, Integer.toString(retryAfterSeconds))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
