package io.plantgate.inlet.http;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.ReasonCode;
import io.plantgate.ledger.Decision;
import java.net.URI;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Turns what happened into HTTP answers. */
final class Answers {

    private final ObjectMapper json;
    private final int retryAfterSeconds;

    Answers(ObjectMapper json, int retryAfterSeconds) {
        this.json = json;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** What a problem says, in one line. */
    static String text(ResponseEntity<Object> answer) {
        return answer.getBody() instanceof ProblemDetail problem
                ? problem.getTitle() + ". " + problem.getDetail()
                : answer.getStatusCode().toString();
    }

    /** The answer to a single item: its status says the decision. */
    ResponseEntity<Object> decided(Decision decision) {
        return switch (decision.verdict()) {
            case CANONICAL ->
                ResponseEntity.created(URI.create("/api/events/" + decision.arrivalId()))
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(DecisionAnswer.of(decision));
            case DUPLICATE -> plain(HttpStatus.OK, decision);
            case INCOMPLETE -> plain(HttpStatus.ACCEPTED, decision);
            case CONFLICT -> conflict((Decision.Conflict) decision);
            case QUARANTINED -> quarantined((Decision.Quarantined) decision);
        };
    }

    /** A problem after which the same bytes may be sent again unchanged. */
    ResponseEntity<Object> again(ProblemDetail problem) {
        return again(problem, retryAfterSeconds);
    }

    ResponseEntity<Object> again(ProblemDetail problem, long afterSeconds) {
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, Long.toString(afterSeconds))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    ResponseEntity<Object> problem(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private ResponseEntity<Object> plain(HttpStatus status, Decision decision) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(DecisionAnswer.of(decision));
    }

    private ResponseEntity<Object> conflict(Decision.Conflict conflict) {
        String kept = conflict.firstKept()
                ? "Both are kept, the first stays untouched"
                : "This one is kept; of the first, which stays untouched, only the digest and when it came";
        ProblemDetail problem = ProblemType.CONFLICT.because(
                "Event " + conflict.canonicalId() + " has this identity and another content. " + kept + "; work item "
                        + conflict.workItemId() + " is about it.");
        return problem(withDecision(problem, conflict));
    }

    private ResponseEntity<Object> quarantined(Decision.Quarantined quarantined) {
        ProblemType type = quarantined.reason().code() == ReasonCode.SOURCE_NOT_ALLOWED
                ? ProblemType.SOURCE_NOT_ALLOWED
                : ProblemType.QUARANTINED;
        ProblemDetail problem = type.because("Arrival " + quarantined.arrivalId() + " is kept in quarantine: "
                + quarantined.reason().detail());
        return problem(withDecision(problem, quarantined));
    }

    private ProblemDetail withDecision(ProblemDetail problem, Decision decision) {
        Map<String, Object> members = json.convertValue(DecisionAnswer.of(decision), new TypeReference<>() {});
        members.forEach(problem::setProperty);
        return problem;
    }
}
