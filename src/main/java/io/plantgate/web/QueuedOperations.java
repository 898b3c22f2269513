package io.plantgate.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.Operations;
import io.plantgate.operation.OperationsUnreachableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Requests that a broker brings, in the words and with the answers of {@code POST /api/operations}. Only {@code validSeconds}
 * is not taken: it would begin when the request is read, and a broker may have kept it over a weekend.
 */
final class QueuedOperations implements OperationRequests {

    private static final Logger LOG = LoggerFactory.getLogger(QueuedOperations.class);

    private final Operations operations;
    private final ObjectMapper json;

    /** @param json strict, and bounded where it reads a stream */
    QueuedOperations(Operations operations, ObjectMapper json) {
        this.operations = operations;
        this.json = json;
    }

    @Override
    public Answer ask(Way way, String client, String askedBy, byte[] body) {
        try {
            OperationWords.Asking word = json.readValue(new ByteArrayInputStream(body), OperationWords.Asking.class);
            return word == null
                    ? noRequest(way, "The body is null; an object is expected.")
                    : ask(word, client, askedBy, Door.valueOf(way.name()));
        } catch (InvalidRequestException e) {
            return noRequest(way, e.getMessage());
        } catch (IOException e) {
            return noRequest(way, BodyFault.detail(e));
        } catch (CompletionException e) {
            return failed(e.getCause() instanceof RuntimeException cause ? cause : e);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private Answer ask(OperationWords.Asking word, String client, String askedBy, Door door) {
        if (word.validSeconds() != null) {
            return noRequest(
                    Way.valueOf(door.name()),
                    "validSeconds: would begin when this is read, however long the broker has kept it."
                            + " Say validUntil, a time.");
        }
        return answer(OperationAnswers.of(operations
                .ask(word.request(client, askedBy, door), word.patience())
                .toCompletableFuture()
                .join()));
    }

    // What a database that is away could not record comes again; a fault of our own would come again for ever.
    private Answer failed(RuntimeException failure) {
        if (failure instanceof OperationsUnreachableException) {
            throw failure;
        }
        LOG.error("A request from a broker met a fault of the gateway; its client is told to ask again.", failure);
        return answer(Problems.answer(ProblemType.FAILED.because(
                "The gateway met a fault of its own; whether this was recorded, GET /api/operations tells. Ask again under the"
                        + " same operationId.")));
    }

    private Answer noRequest(Way way, String detail) {
        operations.notARequest(Door.valueOf(way.name()));
        return answer(Problems.answer(ProblemType.INVALID_REQUEST.because(detail)));
    }

    private Answer answer(ResponseEntity<?> response) {
        MediaType type = response.getHeaders().getContentType();
        try {
            return new Answer(
                    response.getStatusCode().value(),
                    type == null ? MediaType.APPLICATION_JSON_VALUE : type.toString(),
                    json.writeValueAsBytes(response.getBody()));
        } catch (IOException e) {
            throw new UncheckedIOException("An answer cannot be written.", e);
        }
    }
}
