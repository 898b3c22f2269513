package io.plantgate.inlet.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Counts quarantined arrivals by credential and minute, so that one broken sender cannot fill the store. */
final class QuarantineRate {

    private static final long MINUTE_MILLIS = 60_000;

    private final Cache<Window, AtomicLong> counts;
    private final Clock clock;
    private final int perMinuteMax;

    QuarantineRate(Clock clock, int perMinuteMax, int credentialsMax) {
        this.clock = clock;
        this.perMinuteMax = perMinuteMax;
        this.counts = Caffeine.newBuilder()
                .maximumSize(credentialsMax)
                .expireAfterWrite(Duration.ofMinutes(2))
                .build();
    }

    /** Seconds until the credential may send again; empty while it is within its bound. */
    OptionalLong refusedForSeconds(String credential) {
        AtomicLong count = counts.getIfPresent(window(credential));
        if (count == null || count.get() < perMinuteMax) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(1 + (MINUTE_MILLIS - clock.millis() % MINUTE_MILLIS) / 1000);
    }

    void count(String credential) {
        counts.get(window(credential), window -> new AtomicLong()).incrementAndGet();
    }

    private Window window(String credential) {
        return new Window(String.valueOf(credential), clock.millis() / MINUTE_MILLIS);
    }

    private record Window(String credential, long minute) {}
}
