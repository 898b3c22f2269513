package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("I07")
class RetryAfterTest {

    private static final Duration MAX = Duration.ofHours(1);
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

    @Test
    void secondsAndADateSayTheSame() {
        assertThat(of("120")).contains(Duration.ofSeconds(120));
        assertThat(of("Mon, 30 Nov 2026 12:02:00 GMT")).contains(Duration.ofSeconds(120));
    }

    @Test
    void aWishBeyondTheBoundIsCutToIt() {
        assertThat(of("999999999")).contains(MAX);
        assertThat(of("Tue, 30 Nov 2027 12:00:00 GMT")).contains(MAX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "-5",
                "0",
                "1e3",
                "12.5",
                "١٢٠",
                "99999999999999999999",
                "Mon, 30 Nov 2026 11:59:59 GMT",
                "Tue, 30 Nov 2026 12:02:00 GMT",
                "2026-11-30T12:02:00Z"
            })
    void garbageAndThePastAreAsIfNothingWereSaid(String header) {
        assertThat(of(header)).isEmpty();
    }

    @Test
    void nothingIsNothing() {
        assertThat(of(null)).isEmpty();
    }

    private Optional<Duration> of(String header) {
        return RetryAfter.of(header, clock, MAX);
    }
}
