package io.plantgate.inlet.http;

import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /api/events/{profile}}: one item, a JSON array, NDJSON, or whatever the profile's format holds. Answers
 * after the commit that decides it.
 */
@RestController
class EventInlet {

    private final Profiles profiles;
    private final Doorkeeper doorkeeper;
    private final TransportFacts facts;
    private final SingleItems singleItems;
    private final ItemStreams itemStreams;
    private final Answers answers;
    private final HttpInletProperties bounds;

    EventInlet(
            Profiles profiles,
            Doorkeeper doorkeeper,
            TransportFacts facts,
            SingleItems singleItems,
            ItemStreams itemStreams,
            Answers answers,
            HttpInletProperties bounds) {
        this.profiles = profiles;
        this.doorkeeper = doorkeeper;
        this.facts = facts;
        this.singleItems = singleItems;
        this.itemStreams = itemStreams;
        this.answers = answers;
        this.bounds = bounds;
    }

    /** Returns once a single item is read, or a stream is opened: a deferred result, a task, or a refusal. */
    @PostMapping("/api/events/{profile}")
    Object receive(@PathVariable("profile") String profile, HttpServletRequest request, Principal sender)
            throws IOException {
        // PostgreSQL keeps microseconds; what is answered must be what is stored.
        Instant arrivalAt = Instant.now().truncatedTo(ChronoUnit.MICROS);
        String credential = sender == null ? null : sender.getName();
        Optional<ResponseEntity<Object>> refusal = doorkeeper.refusal(profile, request, credential);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Post post = new Post(profiles.find(profile).orElseThrow(), arrivalAt, facts.of(headers(request)), credential);
        return receive(post, new PostedBody(post.profile(), request, bounds).open());
    }

    private Object receive(Post post, PostedBody.Opened body) throws IOException {
        if (body instanceof PostedBody.Stream stream) {
            return itemStreams.receive(post, stream);
        }
        return body instanceof PostedBody.Single single
                ? singleItems.receive(post, single.raw())
                : singleItems.quarantine(post, ((PostedBody.Unpackable) body).raw());
    }

    @ExceptionHandler
    ResponseEntity<Object> noReaderIsFree(RejectedExecutionException e) {
        return answers.again(ProblemType.BUSY.because("All readers of streams are at work. Send it again later."));
    }

    @ExceptionHandler
    ResponseEntity<Object> theBodyBrokeOff(IOException e) {
        return answers.problem(
                ProblemType.STREAM_BROKEN.because("The body broke off; nothing was kept. Send it again."));
    }

    private static Map<String, String> headers(HttpServletRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        Collections.list(request.getHeaderNames())
                .forEach(name -> headers.put(name, String.join(", ", Collections.list(request.getHeaders(name)))));
        return headers;
    }
}
