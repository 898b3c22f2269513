package io.plantgate.web;

import io.plantgate.inlet.http.DecisionAnswer;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.worklist.Answer;
import io.plantgate.worklist.WorkList;
import java.security.Principal;
import java.util.Map;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What only a person can decide: completing, releasing, settling. Each with a name, a time and a reason. */
@RestController
@RequestMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
class WordsController {

    private static final String RETRY_AFTER_SECONDS = "5";

    private final WorkList workList;

    WordsController(WorkList workList) {
        this.workList = workList;
    }

    @PostMapping("/api/arrivals/{arrivalId}/completion")
    ResponseEntity<?> complete(@PathVariable long arrivalId, @RequestBody Words.Completion word, Principal person) {
        return answer(
                workList.complete(arrivalId, word.supplied(), Words.signature(person, word.reason())),
                completed -> DecisionAnswer.of(completed.decision()));
    }

    @PostMapping("/api/arrivals/{arrivalId}/release")
    ResponseEntity<?> release(@PathVariable long arrivalId, @RequestBody Words.Release word, Principal person) {
        return answer(
                workList.release(arrivalId, Words.signature(person, word.reason())),
                completed -> DecisionAnswer.of(completed.decision()));
    }

    @PostMapping("/api/work-items/{workItemId}/completion")
    ResponseEntity<?> completeMany(
            @PathVariable long workItemId, @RequestBody Words.BulkCompletion word, Principal person) {
        return answer(
                workList.completeMany(
                        workItemId,
                        Words.reach(Words.ArrivalFilter.orNone(word.filter()), word.all()),
                        word.supplied(),
                        Words.signature(person, word.reason()),
                        orMost(word.limit())),
                BulkCompletionAnswer::of);
    }

    @PostMapping("/api/work-items/{workItemId}/settlement")
    ResponseEntity<?> settle(@PathVariable long workItemId, @RequestBody Words.Settling word, Principal person) {
        return answer(
                workList.settle(
                        workItemId,
                        Words.outcome(word.outcome()),
                        word.newEventId(),
                        word.supersedes(),
                        Words.signature(person, word.reason())),
                Function.identity());
    }

    @PostMapping("/api/work-items/settlements")
    ResponseEntity<?> settleMany(@RequestBody Words.BulkSettling word, Principal person) {
        return answer(
                workList.settleMany(
                        Words.reach(word.filter(), word.all()),
                        Words.outcome(word.outcome()),
                        Words.signature(person, word.reason()),
                        orMost(word.limit())),
                settled -> Map.of("settled", settled));
    }

    private static int orMost(Integer limit) {
        if (limit != null && limit < 1) {
            throw new InvalidRequestException("limit: " + limit + " is not positive.");
        }
        return limit == null ? Integer.MAX_VALUE : limit;
    }

    private static <T> ResponseEntity<?> answer(Answer<T> answer, Function<T, ?> shape) {
        if (answer instanceof Answer.Done<T> done) {
            return ResponseEntity.ok(shape.apply(done.value()));
        }
        Answer.Refused<T> refused = (Answer.Refused<T>) answer;
        ProblemType type =
                switch (refused.why()) {
                    case NOT_FOUND -> ProblemType.NOT_FOUND;
                    case ALREADY_COMPLETED -> ProblemType.ALREADY_COMPLETED;
                    case ALREADY_SETTLED -> ProblemType.ALREADY_SETTLED;
                    case NOT_APPLICABLE -> ProblemType.NOT_APPLICABLE;
                    case NOT_READABLE -> ProblemType.NOT_READABLE;
                    case STILL_WITHOUT_IDENTITY -> ProblemType.STILL_WITHOUT_IDENTITY;
                    case BUSY -> ProblemType.BUSY;
                    case NO_ANSWER -> ProblemType.NO_ANSWER;
                };
        return refusal(type, type.because(refused.detail()));
    }

    private static ResponseEntity<ProblemDetail> refusal(ProblemType type, ProblemDetail problem) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(type.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        return type.status().is5xxServerError()
                ? answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS).body(problem)
                : answer.body(problem);
    }
}
