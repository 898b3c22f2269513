package io.plantgate.inlet.http;

import io.plantgate.ledger.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** How one door answers for what the ledger has decided. */
public interface ItemAnswers {

    /** Headers that are kept with an arrival whatever the allow-list says, because this door's profiles read them; lower case. */
    default Set<String> headers() {
        return Set.of();
    }

    /**
     * A refusal of a post that holds many items, before any of them is read; empty if it may come in.
     *
     * @param facts what the request said
     */
    default Optional<ProblemDetail> streamRefusal(Map<String, String> facts) {
        return Optional.empty();
    }

    /** The answer to a single item. It must come, on any thread; nobody waits for it meanwhile. */
    CompletableFuture<ResponseEntity<Object>> single(Decision decision);

    /** One result per item of a stream, in order. May wait, within a bound, on the thread that reads the stream. */
    List<Object> results(List<Decision> decisions);
}
