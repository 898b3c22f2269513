package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import io.plantgate.operation.Asked;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationState;
import java.net.URI;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.UriComponentsBuilder;

/** Answers to those who ask for writes. */
final class OperationAnswers {

    private static final Set<String> OF_POLICY =
            Set.of("PARAMETERS_OUT_OF_BOUNDS", "VALIDITY_TOO_LONG", "RATE_EXCEEDED", "REPLACES_IN_FLIGHT");
    private static final Set<String> NOT_FROM_THEM = Set.of("CLIENT_NOT_ALLOWED", "ASKER_NOT_NAMED");

    private OperationAnswers() {}

    static ResponseEntity<?> of(Asked asked) {
        if (asked instanceof Asked.New fresh) {
            return known(fresh.operation(), HttpStatus.CREATED);
        }
        if (asked instanceof Asked.Known known) {
            return known(known.operation(), HttpStatus.OK);
        }
        if (asked instanceof Asked.Conflict conflict) {
            return Problems.answer(conflict(conflict));
        }
        if (asked instanceof Asked.PastWindow past) {
            return Problems.answer(about(
                    past.first(),
                    ProblemType.OPERATION_PAST_WINDOW.because("This operationId was used at "
                            + past.first().receivedAt() + ", and repeats were answered until "
                            + past.first().replayUntil()
                            + ". It is not written again; ask under a new id if it is still wanted.")));
        }
        return nothingRecorded(asked);
    }

    private static ResponseEntity<?> nothingRecorded(Asked asked) {
        if (asked instanceof Asked.Expired expired) {
            return Problems.answer(ProblemType.OPERATION_EXPIRED.because(
                    "validUntil: " + expired.validUntil() + " is over, so nothing was recorded or written."));
        }
        if (asked instanceof Asked.Full full) {
            return later(
                    ProblemType.OPERATIONS_FULL.because(full.openMax()
                            + " operations are open. Settle the unknown ones;" + " nothing was recorded."),
                    full.retryAfterSeconds());
        }
        if (asked instanceof Asked.Later later) {
            ProblemDetail problem = ProblemType.OPERATION_LATER.because(
                    later.reason() + " Nothing was recorded; ask again under the same operationId.");
            problem.setProperty("code", later.code());
            return later(problem, later.retryAfterSeconds());
        }
        if (asked instanceof Asked.InRecovery recovery) {
            return later(
                    ProblemType.IN_RECOVERY.because(
                            "Nothing is written until an approver opens the door: " + recovery.reason()),
                    recovery.retryAfterSeconds());
        }
        Asked.Invalid invalid = (Asked.Invalid) asked;
        return Problems.answer(type(invalid.fault()).because(invalid.detail()));
    }

    private static ProblemType type(Asked.Fault fault) {
        return switch (fault) {
            case ID_MISSING -> ProblemType.OPERATION_ID_MISSING;
            case ID_SECRET -> ProblemType.OPERATION_ID_SECRET;
            case UNKNOWN_TARGET, UNKNOWN_COMMAND -> ProblemType.NOT_FOUND;
            case ID_FORM, VALIDITY, PARAMETERS, REPLACES -> ProblemType.INVALID_REQUEST;
        };
    }

    private static ResponseEntity<?> known(Operation operation, HttpStatus status) {
        if (operation.state() == OperationState.REFUSED && NOT_FROM_THEM.contains(String.valueOf(operation.code()))) {
            return Problems.answer(about(operation, ProblemType.CLIENT_NOT_ALLOWED.because(operation.reason())));
        }
        if (operation.state() == OperationState.REFUSED && OF_POLICY.contains(String.valueOf(operation.code()))) {
            return Problems.answer(about(operation, ProblemType.POLICY_REFUSED.because(operation.reason())));
        }
        return ResponseEntity.status(status).location(place(operation)).body(OperationAnswer.of(operation));
    }

    private static URI place(Operation operation) {
        return UriComponentsBuilder.fromPath("/api/operations/{id}")
                .buildAndExpand(
                        operation.operationId().indexOf('/') < 0
                                ? operation.operationId()
                                : "@" + operation.operationKey())
                .encode()
                .toUri();
    }

    private static ProblemDetail conflict(Asked.Conflict conflict) {
        Operation first = conflict.first();
        ProblemDetail problem = about(
                first,
                ProblemType.IDEMPOTENCY_CONFLICT.because("This operationId was used at " + first.receivedAt()
                        + " with another payload, which stays as it is."
                        + " Nothing was written. What is meant now needs an operationId of its own."));
        problem.setProperty("firstDigest", first.digest());
        problem.setProperty("firstCanonVersion", first.canonVersion());
        problem.setProperty("firstCanonBytes", first.canonBytes());
        problem.setProperty("firstReceivedAt", first.receivedAt());
        problem.setProperty("otherDigest", conflict.digest());
        problem.setProperty("otherCanonVersion", conflict.canonVersion());
        problem.setProperty("otherCanonBytes", conflict.canonBytes());
        problem.setProperty("otherReceivedAt", conflict.at());
        return problem;
    }

    private static ProblemDetail about(Operation operation, ProblemDetail problem) {
        problem.setProperty("operationId", operation.operationId());
        problem.setProperty("operationKey", operation.operationKey());
        problem.setProperty("resultId", operation.resultId());
        problem.setProperty("state", operation.state());
        problem.setProperty("code", operation.code());
        return problem;
    }

    private static ResponseEntity<ProblemDetail> later(ProblemDetail problem, int seconds) {
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, Integer.toString(seconds))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
