package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One notation for one moment, however it was written. */
class TimeTextTest {

    private static final long YEAR_0 = -62_167_219_200L;
    private static final long YEAR_9999 = 253_402_300_799L;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    @Property
    void everyNotationOfAMomentIsReadAsIt(
            @ForAll @LongRange(min = YEAR_0 + 86_400, max = YEAR_9999 - 86_400) long second,
            @ForAll @IntRange(max = 999_999_999) int nanos,
            @ForAll @IntRange(min = -1080, max = 1080) int offsetMinutes,
            @ForAll @IntRange(max = 3) int zeros) {
        Instant moment = Instant.ofEpochSecond(second, nanos);
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(offsetMinutes * 60);
        String fraction = "%09d".formatted(nanos);
        String shortest = fraction.replaceAll("0+$", "");
        String expected = SECONDS.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC))
                + (shortest.isEmpty() ? "Z" : "." + shortest + "Z");
        String local = SECONDS.format(LocalDateTime.ofEpochSecond(second, 0, offset));
        String longFraction = fraction + "0".repeat(zeros);

        for (String text : new String[] {
            expected,
            local + "." + longFraction + offset,
            local.replace('T', ' ') + "," + longFraction + offset,
            expected.replace('T', 't').replace('Z', 'z'),
        }) {
            TimeText read = TimeText.read(text, null);

            assertThat(read.instant()).as(text).isEqualTo(moment);
            assertThat(read.canonical()).as(text).isEqualTo(expected);
            assertThat(read.odd()).as(text).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-02T08:00:12Z, 2026-03-02T08:00:12Z, false",
        "2026-03-02T08:00:12.180Z, 2026-03-02T08:00:12.18Z, false",
        "2026-03-02T08:00:12.0Z, 2026-03-02T08:00:12Z, false",
        "'2026-03-02T08:00:12,18Z', 2026-03-02T08:00:12.18Z, false",
        "2026-03-02 08:00:12Z, 2026-03-02T08:00:12Z, false",
        "2026-03-02T08:00Z, 2026-03-02T08:00:00Z, false",
        "2026-03-02T08:00:12+00:00, 2026-03-02T08:00:12Z, false",
        "2026-03-02T08:00:12.1234567891Z, 2026-03-02T08:00:12.1234567891Z, false",
        "2026-12-31T23:59:60Z, 2026-12-31T23:59:60Z, true",
        "2026-03-02T24:00:00Z, 2026-03-02T24:00:00Z, true",
        "2026-03-02T08:00:12, 2026-03-02T08:00:12, true",
        "2026-13-02T08:00:12Z, 2026-13-02T08:00:12Z, true",
    })
    void theCanonicalNotationIsUtcWithAllDigitsThatSayAnything(String text, String canonical, boolean odd) {
        TimeText read = TimeText.read(text, null);

        assertThat(read.canonical()).isEqualTo(canonical);
        assertThat(read.odd()).isEqualTo(odd);
    }
}
