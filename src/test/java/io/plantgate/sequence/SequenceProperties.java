package io.plantgate.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.sequence.SequenceAnswer.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The rule against a set that remembers everything. */
class SequenceProperties {

    @Property(tries = 500)
    @Tag("Q-16")
    void insideTheWindowItIsNeverWrongAndOutsideItSaysSo(
            @ForAll @Size(max = 400) List<@LongRange(min = 0, max = 400) Long> numbers) {
        SequenceRule rule = new SequenceRule(0, 64, 150);
        SequenceTrack track = SequenceTrack.empty(64);
        Set<Long> everything = new HashSet<>();
        for (long number : numbers) {
            long high = track.high();
            Kind kind = rule.offer(track, number).kind();
            if (high >= 0 && number - high > 150) {
                assertThat(kind).isEqualTo(Kind.TOO_FAR_AHEAD);
            } else if (high >= 0 && number <= high - 64) {
                assertThat(kind).isEqualTo(Kind.TOO_OLD_TO_TELL);
            } else {
                assertThat(kind).isEqualTo(expected(everything.add(number), number > high));
            }
        }
    }

    @Property(tries = 500)
    void lapsAreToldApartAsFarAsAJumpAheadAndHalfAModulusBack(
            @ForAll @Size(max = 600) List<@IntRange(min = -127, max = 64) Integer> steps,
            @ForAll @LongRange(min = 0, max = 255) long start) {
        SequenceRule rule = SequenceRule.of(256);
        SequenceTrack track = SequenceTrack.empty(rule.windowNumbers());
        Set<Long> everything = new HashSet<>(List.of(256 + start));
        rule.offer(track, start);
        for (int step : steps) {
            long position = track.high() + step;
            SequenceAnswer answer = rule.offer(track, position % 256);

            assertThat(answer.position()).isEqualTo(position);
            assertThat(answer.kind()).isEqualTo(expected(everything.add(position), step > 0));
            assertThat(answer.opensGap()).isEqualTo(step > 1);
        }
    }

    @Property(tries = 200)
    @Tag("Q-10")
    void whateverIsRepeatedAndShuffledInsideTheWindowEachNumberIsFirstOnce(
            @ForAll @Size(min = 1, max = 300) List<@IntRange(min = 0, max = 63) Integer> numbers) {
        SequenceRule rule = new SequenceRule(0, 64, 1000);
        SequenceTrack track = SequenceTrack.empty(64);

        long firsts = numbers.stream()
                .filter(number -> rule.offer(track, number).isFirst())
                .count();

        assertThat(firsts).isEqualTo(new HashSet<>(numbers).size());
    }

    @Property(tries = 200)
    void bytesAndMemoryAnswerAlike(
            @ForAll @Size(max = 100) List<@LongRange(min = 0, max = 300) Long> before,
            @ForAll @Size(max = 50) List<@LongRange(min = 0, max = 300) Long> after) {
        SequenceRule rule = new SequenceRule(0, 128, 1000);
        SequenceTrack track = SequenceTrack.empty(128);
        before.forEach(number -> rule.offer(track, number));
        SequenceTrack read = SequenceTrack.of(track.toBytes(), 128);

        for (long number : after) {
            assertThat(rule.offer(read, number)).isEqualTo(rule.offer(track, number));
        }
    }

    private static Kind expected(boolean isNew, boolean rises) {
        if (!isNew) {
            return Kind.DUPLICATE;
        }
        return rises ? Kind.FIRST : Kind.LATE_FIRST;
    }
}
