package io.plantgate.inlet.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.LedgerExchange.DecisionSink;
import io.plantgate.ledger.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.camel.Exchange;
import org.springframework.core.io.FileSystemResource;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;

/** Reads streams of items on threads of their own, in constant memory, and answers one result per item, in order. */
final class ItemStreams {

    private final RestRoutes routes;
    private final StreamReaders readers;
    private final PostedImports imports;
    private final StreamFailures failures;
    private final QuarantineRate rate;
    private final ObjectMapper json;
    private final HttpInletProperties bounds;

    ItemStreams(
            RestRoutes routes,
            StreamReaders readers,
            PostedImports imports,
            StreamFailures failures,
            QuarantineRate rate,
            ObjectMapper json,
            HttpInletProperties bounds) {
        this.routes = routes;
        this.readers = readers;
        this.imports = imports;
        this.failures = failures;
        this.rate = rate;
        this.json = json;
        this.bounds = bounds;
    }

    /** Reads to the end on the current thread; the results are sent from a file, which goes with the post. */
    void receive(Post post, PostedBody.Stream stream, DeferredResult<ResponseEntity<Object>> result)
            throws IOException {
        Optional<ResponseEntity<Object>> refusal =
                failures.refusal(post.answers().streamRefusal(post.facts())).or(failures::noRoom);
        if (refusal.isPresent()) {
            result.setResult(refusal.get());
            return;
        }
        ResultSpool spool = new ResultSpool(
                json, stream.framing() == Framing.JSON_LINES, bounds.spoolDirectory(), bounds.resultBytesMax());
        result.onCompletion(spool::delete);
        if (!result.setResult(read(post, stream, spool))) {
            spool.delete();
        }
    }

    private ResponseEntity<Object> read(Post post, PostedBody.Stream stream, ResultSpool spool) throws IOException {
        WatchedInput input = new WatchedInput(stream.content(), bounds.streamBytesMax());
        Exchange exchange = exchange(post, stream.framing(), input, spool);
        Optional<ResponseEntity<Object>> failure = decide(post, stream, exchange, input, spool);
        imports.end(exchange, failure.map(Answers::text).orElse(null), input.length());
        return failure.isPresent() ? failure.get() : results(spool.finish(), stream.framing());
    }

    /** Reads and decides to the end; answers what kept it from its end. */
    private Optional<ResponseEntity<Object>> decide(
            Post post, PostedBody.Stream stream, Exchange exchange, WatchedInput input, ResultSpool spool) {
        try (StallWatch watch = readers.watch(input, bounds.answerTimeoutMillis())) {
            send(post, stream.framing(), exchange);
            if (exchange.getException() == null && !watch.stalled()) {
                return Optional.empty();
            }
            spool.discard();
            return Optional.of(failures.answer(exchange.getException(), watch.stalled(), spool.itemsDecided()));
        } finally {
            input.end();
        }
    }

    private Exchange exchange(Post post, Framing framing, WatchedInput input, ResultSpool spool) {
        Exchange exchange = routes.newExchange();
        DecisionSink sink = decisions -> {
            input.moved();
            spool.add(post.answers().results(decisions));
            input.moved();
            countQuarantined(post, decisions);
        };
        // Camel would read the whole stream into memory, so that steps could read it twice.
        exchange.getExchangeExtension().setStreamCacheDisabled(true);
        exchange.setProperty(LedgerExchange.DECISION_SINK, sink);
        exchange.setProperty(IntakeExchange.PROFILE, post.profile().name());
        exchange.setProperty(
                IntakeExchange.STREAM_ORIGIN,
                new StreamOrigin(post.arrivalAt(), post.inlet(), post.facts(), post.credential()));
        exchange.setProperty(IntakeExchange.FRAMING, framing);
        exchange.getMessage().setBody(input);
        return exchange;
    }

    private void countQuarantined(Post post, List<Decision> decisions) {
        decisions.stream()
                .filter(decision -> decision.verdict() == Verdict.QUARANTINED)
                .forEach(decision -> rate.count(post.credential()));
        if (rate.refusedForSeconds(post.credential()).isPresent()) {
            throw new TooManyQuarantinedException();
        }
    }

    private void send(Post post, Framing framing, Exchange exchange) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            imports.begin(post, framing, exchange);
            routes.send(post.profile().name(), exchange, doneSync -> done.complete(null));
            done.get();
        } catch (DataAccessException e) {
            exchange.setException(e);
        } catch (InterruptedException e) {
            exchange.setException(e);
        } catch (ExecutionException e) {
            exchange.setException(e.getCause());
        }
    }

    private static ResponseEntity<Object> results(Path file, Framing framing) {
        return ResponseEntity.ok()
                .contentType(framing == Framing.JSON_LINES ? MediaType.APPLICATION_NDJSON : MediaType.APPLICATION_JSON)
                .body(new FileSystemResource(file));
    }
}
