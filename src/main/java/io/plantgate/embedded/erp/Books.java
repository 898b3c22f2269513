package io.plantgate.embedded.erp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the ERP has booked, by idempotency key. One booking at a time per key. */
final class Books {

    private static final long FIRST_DOCUMENT = 5_100_000_000L;

    private final AtomicLong documents = new AtomicLong(FIRST_DOCUMENT);
    private final Map<String, List<Posting>> byKey = new ConcurrentHashMap<>();
    private final Map<String, Queued> queued = new ConcurrentHashMap<>();
    private volatile boolean remembers = true;

    /** What a request to book came to. */
    enum Result {
        BOOKED,
        KNOWN,
        QUEUED,
        OTHER_BODY
    }

    /** @param posting null unless something is booked under the key */
    record Booking(Result result, Posting posting) {}

    private static final class Queued {
        private final String body;
        private int asks;

        Queued(String body, int asks) {
            this.body = body;
            this.asks = asks;
        }
    }

    /** From now on every request books, whatever its key: an ERP that knows no keys. */
    void forgetKeys() {
        remembers = false;
    }

    /** The same key books once; with another body it is refused. */
    Booking book(String key, String body) {
        List<Posting> all = byKey.compute(key, (k, earlier) -> with(earlier, k, body));
        Posting posting = all.get(all.size() - 1);
        if (!posting.body().equals(body)) {
            return new Booking(Result.OTHER_BODY, posting);
        }
        return new Booking(posting.claimFirstAnswer() ? Result.BOOKED : Result.KNOWN, posting);
    }

    private List<Posting> with(List<Posting> earlier, String key, String body) {
        if (earlier != null && remembers) {
            return earlier;
        }
        List<Posting> all = earlier == null ? new ArrayList<>() : new ArrayList<>(earlier);
        all.add(new Posting(Long.toString(documents.incrementAndGet()), key, body));
        return List.copyOf(all);
    }

    /** Books after the key was asked for so often. */
    Booking queue(String key, String body, int asks) {
        if (byKey.containsKey(key)) {
            return book(key, body);
        }
        Queued there = queued.computeIfAbsent(key, k -> new Queued(body, asks));
        return new Booking(there.body.equals(body) ? Result.QUEUED : Result.OTHER_BODY, null);
    }

    /** What a status query finds: nothing, something in work, or a posting. */
    Optional<Booking> ask(String key) {
        queued.computeIfPresent(key, (k, waiting) -> {
            if (waiting.asks-- > 0) {
                return waiting;
            }
            book(k, waiting.body);
            return null;
        });
        if (queued.containsKey(key)) {
            return Optional.of(new Booking(Result.QUEUED, null));
        }
        return of(key).stream().findFirst().map(posting -> new Booking(Result.KNOWN, posting));
    }

    List<Posting> of(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    List<Posting> all() {
        return byKey.values().stream().flatMap(List::stream).toList();
    }
}
