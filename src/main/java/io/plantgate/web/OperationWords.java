package io.plantgate.web;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.OperationRequest.Name;
import io.plantgate.operation.OperationState;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Bodies with which somebody asks for a write, or decides about one. */
final class OperationWords {

    private OperationWords() {}

    /**
     * Asks for a write.
     *
     * @param replaces operationId of an operation that this one takes the place of
     * @param replacesClient who asked for that; by default the same client
     * @param waitSeconds how long to wait for an outcome
     */
    record Asking(
            String operationId,
            String target,
            String command,
            JsonNode parameters,
            Instant validUntil,
            Integer validSeconds,
            String replaces,
            String replacesClient,
            String reason,
            Integer waitSeconds) {

        OperationRequest request(Principal person) {
            return request(person.getName(), person.getName(), Door.REST);
        }

        OperationRequest request(String client, String askedBy, Door door) {
            return new OperationRequest(
                    client,
                    askedBy,
                    door,
                    operationId,
                    target,
                    command,
                    parameters,
                    validUntil,
                    validSeconds == null ? null : Duration.ofSeconds(validSeconds),
                    replaces == null ? null : new Name(replacesClient == null ? client : replacesClient, replaces),
                    reason);
        }

        Duration patience() {
            if (waitSeconds != null && waitSeconds < 0) {
                throw new InvalidRequestException("waitSeconds: " + waitSeconds + " is negative.");
            }
            return Duration.ofSeconds(waitSeconds == null ? 0 : waitSeconds);
        }
    }

    /** Says why, and nothing else. */
    record Because(String reason) {}

    /** What a person can find out at a machine. */
    enum Found {
        SUCCEEDED,
        FAILED,
        COMPENSATED
    }

    /** What a person found out: SUCCEEDED, FAILED or COMPENSATED, with what was seen. */
    record Settling(Found outcome, String evidence, String reason) {

        OperationState found() {
            if (outcome == null) {
                throw new InvalidRequestException(
                        "outcome: missing. One of SUCCEEDED (done), FAILED (not done), COMPENSATED.");
            }
            return OperationState.valueOf(outcome.name());
        }

        String seen() {
            if (evidence == null || evidence.isBlank()) {
                throw new InvalidRequestException("evidence: missing. Say what was seen, and where; it is kept.");
            }
            return evidence;
        }
    }

    /** Opens or closes the door. */
    record Dooring(String state, String reason) {

        boolean opens() {
            String wanted = state == null ? "" : state.toLowerCase(Locale.ROOT);
            if (!wanted.equals("open") && !wanted.equals("recovery")) {
                throw new InvalidRequestException("state: one of open, recovery.");
            }
            return wanted.equals("open");
        }
    }

    /** Who says it, and why; a reason that is missing or not to be kept is the client's mistake. */
    static Signed signed(Principal person, String reason) {
        return new Signed(person.getName(), Words.signature(person, reason).reason());
    }
}
