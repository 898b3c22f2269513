package io.plantgate.failure.torture;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** More posts at once than the ledger's queue holds. Nobody posts them again: what is refused is owed by nobody. */
final class Burst {

    private static final int POSTS = 900;
    private static final int ENDS_WITHIN_SECONDS = 40;

    private final Workload workload;
    private final PublishLog log;
    private final URI address;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger decided = new AtomicInteger();
    private final List<CompletableFuture<?>> posts = new ArrayList<>();

    Burst(Workload workload, PublishLog log, URI address) {
        this.workload = workload;
        this.log = log;
        this.address = address;
    }

    void start() {
        HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
        for (int i = 0; i < POSTS; i++) {
            Publication publication = workload.next();
            log.published(publication);
            HttpRequest request = HttpPublisher.post(address, publication)
                    .timeout(Duration.ofSeconds(ENDS_WITHIN_SECONDS))
                    .build();
            posts.add(client.sendAsync(request, BodyHandlers.ofString())
                    .thenAccept(response -> hear(publication, response))
                    .exceptionally(failure -> null));
        }
    }

    private void hear(Publication publication, HttpResponse<String> response) {
        if (HttpPublisher.isDecided(log, response)) {
            decided.incrementAndGet();
            log.acknowledged(publication);
        } else if (response.statusCode() == 503) {
            busy.incrementAndGet();
        }
    }

    /** Waits for the answers; returns what was answered. */
    String end() {
        try {
            CompletableFuture.allOf(posts.toArray(CompletableFuture[]::new)).get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            // What has no answer is owed by nobody.
        }
        return POSTS + " posts at once: " + decided + " decided, " + busy + " told to come again";
    }
}
