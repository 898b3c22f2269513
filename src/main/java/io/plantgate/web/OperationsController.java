package io.plantgate.web;

import io.plantgate.operation.DoorWord;
import io.plantgate.operation.Operation;
import io.plantgate.operation.OperationQuery;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.OperationState;
import io.plantgate.operation.Operations;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/operations}: asks for writes to equipment, and what is known of them; {@code /api/equipment}: what there is. */
@RestController
class OperationsController {

    private final Operations operations;
    private final Paging paging;

    OperationsController(Operations operations, Paging paging) {
        this.operations = operations;
        this.paging = paging;
    }

    @PostMapping(path = "/api/operations", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletionStage<ResponseEntity<?>> ask(@RequestBody OperationWords.Asking word, Principal person) {
        return operations.ask(word.request(person), word.patience()).thenApply(OperationAnswers::of);
    }

    @GetMapping("/api/operations")
    Page<OperationAnswer> list(
            @RequestParam(required = false) OperationState state,
            @RequestParam(required = false) String target,
            @RequestParam(required = false) String client,
            @RequestParam(required = false) String operationId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> operations
                        .list(new OperationQuery(
                                state, target, client, operationId, from, to, Paging.below(after), rows))
                        .stream()
                        .map(OperationAnswer::of)
                        .toList(),
                OperationAnswer::operationKey);
    }

    /** The operation of that name; {@code @KEY} for one of any client by its key. */
    @GetMapping("/api/operations/{operationId}")
    OperationStoryAnswer story(
            @PathVariable String operationId,
            @RequestParam(required = false) String client,
            @RequestParam(required = false) Integer limit,
            Principal person) {
        Name name = named(operations, operationId, client, person);
        return operations
                .story(name, paging.limit(limit))
                .map(OperationStoryAnswer::of)
                .orElseThrow(OperationsController::notThere);
    }

    /** Whether anything is written, and who said so. */
    @GetMapping("/api/operations/door")
    DoorAnswer door(@RequestParam(required = false) Integer limit) {
        List<DoorWord> history = operations.door(paging.limit(limit));
        return new DoorAnswer(history.isEmpty() ? "open" : history.get(0).state(), history);
    }

    @GetMapping("/api/equipment")
    Map<String, Object> equipment() {
        return Map.of("items", operations.equipment());
    }

    /** The door with its history. */
    record DoorAnswer(String state, List<DoorWord> history) {}

    static Name named(Operations operations, String operationId, String client, Principal person) {
        if (operationId.matches("@[0-9]{1,18}")) {
            return operations
                    .find(Long.parseLong(operationId.substring(1)))
                    .map(Operation::name)
                    .orElseThrow(OperationsController::notThere);
        }
        return new Name(client == null ? person.getName() : client, operationId);
    }

    private static NotThereException notThere() {
        return new NotThereException(
                "There is no such operation of this client. Others' are found with ?client=NAME, or by /api/operations/@KEY.");
    }
}
