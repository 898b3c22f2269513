package io.plantgate.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.inlet.amqp.OperationRequests;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.operation.OperationRequest;
import io.plantgate.operation.OperationRequest.Door;
import io.plantgate.operation.Operations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Requests from queues, in the words and with the answers of {@code POST /api/operations}. */
final class QueuedOperations implements OperationRequests {

    private final Operations operations;
    private final ObjectMapper json;

    QueuedOperations(Operations operations, ObjectMapper json) {
        this.operations = operations;
        this.json = StrictJson.like(json);
    }

    @Override
    public Answer ask(String client, String askedBy, byte[] body) {
        try {
            OperationWords.Asking word = json.readValue(body, OperationWords.Asking.class);
            if (word == null) {
                return refused("The body is null; an object is expected.");
            }
            OperationRequest request = word.request(client, askedBy, Door.AMQP);
            return answer(OperationAnswers.of(operations
                    .ask(request, word.patience())
                    .toCompletableFuture()
                    .join()));
        } catch (InvalidRequestException e) {
            return refused(e.getMessage());
        } catch (IOException e) {
            return refused(BodyFault.detail(e));
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private Answer refused(String detail) {
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
