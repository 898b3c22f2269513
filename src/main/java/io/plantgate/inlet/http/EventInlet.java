package io.plantgate.inlet.http;

import io.plantgate.ledger.Decision;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /api/events/{profile}}: one item, a JSON array, NDJSON, or whatever the profile's format holds. Answers
 * after the commit that decides it.
 */
@RestController
class EventInlet {

    private final PostDoor door;
    private final ItemAnswers decisions;

    EventInlet(PostDoor door, Answers answers) {
        this.door = door;
        this.decisions = new Decisions(answers);
    }

    /** Returns at once: a deferred result, or a refusal. */
    @PostMapping("/api/events/{profile}")
    Object receive(@PathVariable("profile") String profile, HttpServletRequest request, Principal sender)
            throws IOException {
        return door.receive(profile, request, sender, decisions);
    }

    /** The decision itself is the answer. */
    private record Decisions(Answers answers) implements ItemAnswers {

        @Override
        public CompletableFuture<ResponseEntity<Object>> single(Decision decision) {
            return CompletableFuture.completedFuture(answers.decided(decision));
        }

        @Override
        public List<Object> results(List<Decision> decisions) {
            List<Object> results = new ArrayList<>(decisions.size());
            decisions.forEach(decision -> results.add(DecisionAnswer.of(decision)));
            return results;
        }
    }
}
