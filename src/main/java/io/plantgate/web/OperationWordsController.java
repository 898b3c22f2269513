package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import io.plantgate.operation.OperationPeople;
import io.plantgate.operation.OperationPeople.Answered;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.Operations;
import java.security.Principal;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What people decide about operations. Each word has a name, a time and a reason, and stands in the operation's history. */
@RestController
@RequestMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
class OperationWordsController {

    private final Operations operations;
    private final OperationPeople people;

    OperationWordsController(Operations operations) {
        this.operations = operations;
        this.people = operations.people();
    }

    /** Agrees that it is sent. */
    @PostMapping("/api/operations/{operationId}/authorisation")
    ResponseEntity<?> authorise(
            @PathVariable String operationId,
            @RequestParam(required = false) String client,
            @RequestBody OperationWords.Because word,
            Principal person) {
        Name name = OperationsController.named(operations, operationId, client, person);
        return answer(people.authorise(name, OperationWords.signed(person, word.reason())));
    }

    /** Decides that it is not sent. */
    @PostMapping("/api/operations/{operationId}/refusal")
    ResponseEntity<?> refuse(
            @PathVariable String operationId,
            @RequestParam(required = false) String client,
            @RequestBody OperationWords.Because word,
            Principal person) {
        Name name = OperationsController.named(operations, operationId, client, person);
        return answer(people.refuse(name, OperationWords.signed(person, word.reason())));
    }

    /** Says what was found out at the machine. */
    @PostMapping("/api/operations/{operationId}/settlement")
    ResponseEntity<?> settle(
            @PathVariable String operationId,
            @RequestParam(required = false) String client,
            @RequestBody OperationWords.Settling word,
            Principal person) {
        Name name = OperationsController.named(operations, operationId, client, person);
        return answer(people.settle(name, word.found(), word.seen(), OperationWords.signed(person, word.reason())));
    }

    /** Opens the door that a failed check closed, or closes it on purpose. */
    @PostMapping("/api/operations/door")
    Map<String, Object> door(@RequestBody OperationWords.Dooring word, Principal person) {
        OperationPeople.Signed signed = OperationWords.signed(person, word.reason());
        boolean changed = word.opens() ? people.openDoor(signed) : people.closeDoor(signed);
        return Map.of("state", word.opens() ? "open" : "recovery", "changed", changed);
    }

    private static ResponseEntity<?> answer(Answered answered) {
        if (answered instanceof Answered.Moved moved) {
            return ResponseEntity.ok(OperationAnswer.of(moved.operation()));
        }
        if (answered instanceof Answered.Noted noted) {
            return ResponseEntity.accepted()
                    .body(Map.of("state", noted.operation().state(), "approvalsMissing", noted.missing()));
        }
        if (answered instanceof Answered.NotYou not) {
            return Problems.answer(ProblemType.FOUR_EYES.because(not.reason() + " Nothing was changed."));
        }
        if (answered instanceof Answered.NotNow not) {
            return Problems.answer(ProblemType.OPERATION_STATE.because(
                    "It is " + not.operation().state() + ", which does not take this word. Nothing was changed."));
        }
        return Problems.answer(ProblemType.NOT_FOUND.because(
                "There is no such operation of this client. Others' are found with ?client=NAME, or by @KEY."));
    }
}
