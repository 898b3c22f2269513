package io.plantgate.inlet.http;

import io.plantgate.event.Delivery;
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
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncUtils;

/**
 * The way in for what is posted: one item, a JSON array, NDJSON, or whatever the profile's format holds, through the route of
 * the profile into the ledger. The answer follows the commit.
 */
public final class PostDoor {

    private final Profiles profiles;
    private final Doorkeeper doorkeeper;
    private final TransportFacts facts;
    private final PostReaders readers;
    private final HttpInletProperties bounds;

    PostDoor(
            Profiles profiles,
            Doorkeeper doorkeeper,
            TransportFacts facts,
            PostReaders readers,
            HttpInletProperties bounds) {
        this.profiles = profiles;
        this.doorkeeper = doorkeeper;
        this.facts = facts;
        this.readers = readers;
        this.bounds = bounds;
    }

    /** Returns at once: a deferred result, or a refusal. */
    public Object receive(String profile, HttpServletRequest request, Principal sender, ItemAnswers answers)
            throws IOException {
        // PostgreSQL keeps microseconds; what is answered must be what is stored.
        Instant arrivalAt = Instant.now().truncatedTo(ChronoUnit.MICROS);
        String credential = sender == null ? null : sender.getName();
        Optional<ResponseEntity<Object>> refusal = doorkeeper.refusal(profile, request, credential, answers.headers());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Post post =
                new Post(profiles.find(profile).orElseThrow(), arrivalAt, facts(request, answers), credential, answers);
        return later(post, new PostedBody(post.profile(), request, bounds), request);
    }

    /** Reading begins once the container has let go of the request's thread; before, it could not end well. */
    private Object later(Post post, PostedBody body, HttpServletRequest request) {
        // Every way to an answer has a bound of its own.
        DeferredResult<ResponseEntity<Object>> result = new DeferredResult<>(-1L);
        DeferredResultProcessingInterceptor start = new DeferredResultProcessingInterceptor() {
            @Override
            public <T> void preProcess(NativeWebRequest ignored, DeferredResult<T> started) {
                readers.read(post, body, result);
            }
        };
        WebAsyncUtils.getAsyncManager(request).registerDeferredResultInterceptor(PostDoor.class, start);
        return result;
    }

    /** What a sender says about effects is kept whatever the allow-list says: it holds for later words on the arrival, too. */
    private Map<String, String> facts(HttpServletRequest request, ItemAnswers answers) {
        Map<String, String> kept = new TreeMap<>(facts.of(headers(request)));
        keep(Delivery.EFFECTS, request, kept);
        answers.headers().forEach(name -> keep(name, request, kept));
        return kept;
    }

    private static void keep(String name, HttpServletRequest request, Map<String, String> facts) {
        String value = request.getHeader(name);
        if (value != null) {
            facts.put(name, value);
        }
    }

    private static Map<String, String> headers(HttpServletRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        Collections.list(request.getHeaderNames())
                .forEach(name -> headers.put(
                        name,
                        AttributeHeader.valueOf(name, String.join(", ", Collections.list(request.getHeaders(name))))));
        return headers;
    }
}
