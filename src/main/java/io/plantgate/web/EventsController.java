package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import io.plantgate.ledger.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/events} and {@code GET /api/events/{canonicalId}}. */
@RestController
class EventsController {

    private final EventSearch search;
    private final Stories stories;
    private final PurgedMonths purged;
    private final Paging paging;

    EventsController(EventSearch search, Stories stories, PurgedMonths purged, Paging paging) {
        this.search = search;
        this.stories = stories;
        this.purged = purged;
        this.paging = paging;
    }

    @GetMapping("/api/events")
    Page<EventRow> search(
            @RequestParam(required = false) String source,
            @RequestParam(required = false) String device,
            @RequestParam(required = false) String transitionId,
            @RequestParam(required = false) String bootId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) Verdict decision,
            @RequestParam(required = false) String inlet,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> search.find(new EventQuery(
                        source, device, transitionId, bootId, from, to, decision, inlet, Paging.below(after), rows)),
                EventRow::arrivalId);
    }

    @GetMapping("/api/events/{canonicalId}")
    ResponseEntity<?> story(
            @PathVariable long canonicalId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        Optional<EventStory> story = stories.find(canonicalId, Paging.below(after), paging.limit(limit));
        return story.isPresent() ? ResponseEntity.ok(story.get()) : Problems.answer(noEvent(canonicalId));
    }

    private ProblemDetail noEvent(long id) {
        Optional<Long> event = stories.about(id);
        Optional<String> month = event.isPresent() ? Optional.empty() : purged.of(id);
        return month.map(of -> purgedEvent(id, of)).orElseGet(() -> noEvent(id, event));
    }

    // Its repeats are still counted as long as its identity is there, whether their rows are kept or not.
    private ProblemDetail purgedEvent(long id, String month) {
        String gone = "Event " + id + ", if there was one, is of " + month + ", whose arrivals are no longer kept. ";
        if (!purged.identitiesKept(month)) {
            return ProblemType.PURGED.because(gone + "Neither are its identities: a copy of it is a new event.");
        }
        StoryCounts counts = stories.counts(id);
        ProblemDetail problem = ProblemType.PURGED.because(
                gone + "A copy of it is still recognised; what is known of it by its key is at /api/summaries.");
        problem.setProperty("duplicates", counts.duplicates());
        problem.setProperty("conflicts", counts.conflicts());
        return problem;
    }

    private static ProblemDetail noEvent(long id, Optional<Long> event) {
        ProblemDetail problem = ProblemType.NOT_FOUND.because(event.map(canonicalId ->
                        "Arrival " + id + " is no event of its own: it is about event " + canonicalId + ".")
                .orElse("There is no event " + id + "."));
        event.ifPresent(canonicalId -> problem.setProperty("canonicalId", canonicalId));
        return problem;
    }
}
