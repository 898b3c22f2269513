package io.plantgate.inlet.http;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * Everything that can go wrong over HTTP, as problem details (RFC 9457). Clients decide by {@code type}, never by text:
 * the names stay, the texts may change.
 */
public enum ProblemType {
    /** Identity known, other payload; the first stays untouched and this one is kept. */
    CONFLICT("conflict", HttpStatus.UNPROCESSABLE_ENTITY, "Same identity, other content"),
    /** Kept, but unreadable or over a bound; sending it again unchanged is of no use. */
    QUARANTINED("quarantined", HttpStatus.BAD_REQUEST, "Kept in quarantine"),
    /** Kept, but this credential may not speak for the source. */
    SOURCE_NOT_ALLOWED("source-not-allowed", HttpStatus.FORBIDDEN, "Not allowed to speak for this source"),

    /** No profile of this name; nothing was kept. */
    UNKNOWN_PROFILE("unknown-profile", HttpStatus.NOT_FOUND, "Unknown profile"),
    /** The profile is not offered over HTTP; nothing was kept. */
    NO_ROUTE("no-route", HttpStatus.NOT_FOUND, "No REST route for this profile"),
    /** A content coding other than gzip; nothing was kept. */
    CONTENT_CODING("content-coding", HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Content coding not supported"),
    /** {@code Plantgate-Effects} says something else than {@code none}; nothing was kept. */
    UNKNOWN_WORD_ON_EFFECTS("unknown-word-on-effects", HttpStatus.BAD_REQUEST, "Unknown word on effects"),
    /** Too many quarantined arrivals of this credential in this minute; of a stream {@code itemsDecided} are kept. */
    TOO_MANY_QUARANTINED("too-many-quarantined", HttpStatus.TOO_MANY_REQUESTS, "Too many unreadable arrivals"),
    /** The routes do not run yet, or not any more; nothing was kept. */
    NOT_READY("not-ready", HttpStatus.SERVICE_UNAVAILABLE, "Not ready"),
    /** A queue is full; nothing was kept. */
    BUSY("busy", HttpStatus.SERVICE_UNAVAILABLE, "Busy"),
    /**
     * The store is nearly as large as it may be ({@code plantgate.ledger.store-bytes-max}); nothing was kept, but of a stream that
     * was overtaken by it the first {@code itemsDecided} items.
     */
    STORE_FULL("store-full", HttpStatus.SERVICE_UNAVAILABLE, "The store is full"),
    /** No answer in time: kept or not. Sending it again is safe, a repeat is recognised. */
    NO_ANSWER("no-answer", HttpStatus.SERVICE_UNAVAILABLE, "No answer in time"),
    /** The body took too long to come; nothing was kept. */
    BODY_TOO_SLOW("body-too-slow", HttpStatus.REQUEST_TIMEOUT, "The body took too long"),
    /** The stream broke off; the first {@code itemsDecided} items are kept. */
    STREAM_BROKEN("stream-broken", HttpStatus.BAD_REQUEST, "The stream broke off"),
    /** The route behind this profile takes single items, and a stream came; nothing was kept. */
    SINGLE_ITEMS_ONLY("single-items-only", HttpStatus.UNPROCESSABLE_ENTITY, "Single items only"),
    /** The stream, or its answer, is over a bound; the first {@code itemsDecided} items are kept. */
    STREAM_TOO_LONG("stream-too-long", HttpStatus.PAYLOAD_TOO_LARGE, "The stream is too long"),
    /** A step of the route failed; kept or not. */
    FAILED("failed", HttpStatus.INTERNAL_SERVER_ERROR, "The gateway failed"),

    /** A parameter or body of a query or command is wrong; nothing was changed. */
    INVALID_REQUEST("invalid-request", HttpStatus.BAD_REQUEST, "Invalid request"),
    /** There is no such thing. */
    NOT_FOUND("not-found", HttpStatus.NOT_FOUND, "Not found"),
    /** It was taken, and its profile keeps no bytes of such arrivals. */
    NOT_KEPT("not-kept", HttpStatus.GONE, "Taken, its bytes not kept"),
    /** The arrivals of that time are given up ({@code plantgate.ledger.retention}); a copy is recognised as long as its identity is kept. */
    PURGED("purged", HttpStatus.GONE, "No longer kept"),
    /** A scan is stored and still worked on; {@code eventId} names it. Sending it again later is answered with its result. */
    IN_WORK("in-work", HttpStatus.CONFLICT, "Still in work"),
    /** A scan was taken and answered so long ago that its row is no longer kept; {@code eventId} names it. */
    SCAN_REMOVED("scan-removed", HttpStatus.GONE, "Taken before, no longer kept"),
    /** The path is there and takes another method. */
    METHOD_NOT_ALLOWED("method-not-allowed", HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
    /** A body of another kind than JSON; nothing was changed. */
    CONTENT_TYPE("content-type", HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Content type not supported"),
    /** The client takes no JSON. */
    NOT_ACCEPTABLE("not-acceptable", HttpStatus.NOT_ACCEPTABLE, "Not acceptable"),
    /** The search would take too long; narrow it. */
    SEARCH_TOO_WIDE("search-too-wide", HttpStatus.UNPROCESSABLE_ENTITY, "The search is too wide"),
    /** Somebody completed or released this arrival before. */
    ALREADY_COMPLETED("already-completed", HttpStatus.CONFLICT, "Already completed"),
    /** Somebody settled this conflict before, and the word does not name what it replaces. */
    ALREADY_SETTLED("already-settled", HttpStatus.CONFLICT, "Already settled"),
    /** The effect is in a state that does not take this word; nothing was changed. */
    EFFECT_STATE("effect-state", HttpStatus.CONFLICT, "The effect is in another state"),
    /** The operationId was used with another payload; the first stays untouched. */
    IDEMPOTENCY_CONFLICT("idempotency-conflict", HttpStatus.UNPROCESSABLE_ENTITY, "Same operationId, other payload"),
    /** No operationId; none is invented. */
    OPERATION_ID_MISSING("operation-id-missing", HttpStatus.BAD_REQUEST, "operationId missing"),
    /** The operationId looks like a secret; nothing was recorded. */
    OPERATION_ID_SECRET("operation-id-secret", HttpStatus.BAD_REQUEST, "operationId looks like a secret"),
    /** The operationId is older than its replay window: never written again, and can still be asked about. */
    OPERATION_PAST_WINDOW("operation-past-window", HttpStatus.GONE, "Past its replay window"),
    /** The request's validity is over; nothing was recorded. */
    OPERATION_EXPIRED("operation-expired", HttpStatus.GONE, "Validity is over"),
    /** So many operations are open that no new one is taken; known names are still answered. */
    OPERATIONS_FULL("operations-full", HttpStatus.SERVICE_UNAVAILABLE, "Too many open operations"),
    /** The equipment's policy takes no more of it now; nothing was recorded. */
    OPERATION_LATER("operation-later", HttpStatus.TOO_MANY_REQUESTS, "Not now, by the equipment's policy"),
    /** The store of operations failed its check: nothing is written until a person opens the door. */
    IN_RECOVERY("in-recovery", HttpStatus.SERVICE_UNAVAILABLE, "In recovery"),
    /** The equipment's policy refuses it; recorded as refused, nothing was written. */
    POLICY_REFUSED("policy-refused", HttpStatus.UNPROCESSABLE_ENTITY, "Refused by the equipment's policy"),
    /** The equipment's policy refuses this client; recorded as refused, nothing was written. */
    CLIENT_NOT_ALLOWED("client-not-allowed", HttpStatus.FORBIDDEN, "Refused to this client"),
    /** Another person must say this. */
    FOUR_EYES("four-eyes", HttpStatus.FORBIDDEN, "Another person is needed"),
    /** The operation is in a state that does not take this word; nothing was changed. */
    OPERATION_STATE("operation-state", HttpStatus.CONFLICT, "The operation is in another state"),
    /** This arrival or item does not take this word. */
    NOT_APPLICABLE("not-applicable", HttpStatus.UNPROCESSABLE_ENTITY, "Not applicable"),
    /** The kept bytes cannot be read again. */
    NOT_READABLE("not-readable", HttpStatus.UNPROCESSABLE_ENTITY, "Not readable again"),
    /** Even with what was supplied there is no identity. */
    STILL_WITHOUT_IDENTITY("still-without-identity", HttpStatus.UNPROCESSABLE_ENTITY, "Still without an identity");

    private static final String PREFIX = "urn:plantgate:problem:";

    private final URI type;
    private final HttpStatus status;
    private final String title;

    ProblemType(String name, HttpStatus status, String title) {
        this.type = URI.create(PREFIX + name);
        this.status = status;
        this.title = title;
    }

    /** The stable name, {@code urn:plantgate:problem:…}. */
    public URI type() {
        return type;
    }

    public HttpStatus status() {
        return status;
    }

    /**
     * A problem of this type.
     *
     * @param detail where, what, and what to do; never the message of an inner exception
     */
    public ProblemDetail because(String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(type);
        problem.setTitle(title);
        return problem;
    }
}
