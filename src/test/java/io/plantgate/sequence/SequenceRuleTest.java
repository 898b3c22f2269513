package io.plantgate.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plantgate.sequence.SequenceAnswer.Kind;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SequenceRuleTest {

    private final SequenceRule plain = SequenceRule.of(0);
    private final SequenceRule bytes = SequenceRule.of(256);
    private final SequenceTrack track = SequenceTrack.empty(1024);
    private final SequenceTrack byteTrack = SequenceTrack.empty(bytes.windowNumbers());

    @Test
    @Tag("Q-13")
    @Tag("Q-08")
    void risingNumbersAreFirsts() {
        assertThat(kinds(1, 2, 3)).containsExactly(Kind.FIRST, Kind.FIRST, Kind.FIRST);
        assertThat(track.high()).isEqualTo(3);
    }

    @Test
    @Tag("G03")
    @Tag("Q-16")
    void aFirstThatComesLateIsToldFromADuplicate() {
        assertThat(kinds(5, 3, 4, 5)).containsExactly(Kind.FIRST, Kind.LATE_FIRST, Kind.LATE_FIRST, Kind.DUPLICATE);
    }

    @Test
    @Tag("Q-03")
    void whatIsReplayedAfterACheckpointIsADuplicate() {
        kinds(LongStream.rangeClosed(1, 105).toArray());

        assertThat(kinds(101, 102, 103, 104, 105)).containsOnly(Kind.DUPLICATE);
        assertThat(kinds(106)).containsExactly(Kind.FIRST);
    }

    @Test
    void aNumberThatSkipsOthersOpensTheirGapAndTheLastOfThemClosesIt() {
        kinds(1);
        SequenceAnswer skipping = plain.offer(track, 5);
        SequenceAnswer middle = plain.offer(track, 3);
        SequenceAnswer lower = plain.offer(track, 2);
        SequenceAnswer last = plain.offer(track, 4);

        assertThat(skipping.opensGap()).isTrue();
        assertThat(skipping.gapFrom()).isEqualTo(2);
        assertThat(skipping.gapTo()).isEqualTo(4);
        assertThat(middle.closesGap()).isFalse();
        assertThat(lower.closesGap()).isTrue();
        assertThat(last.closesGap()).isTrue();
    }

    @Test
    void outsideTheWindowItSaysThatItCannotTell() {
        kinds(10, 2000);

        SequenceAnswer old = plain.offer(track, 900);
        SequenceAnswer inside = plain.offer(track, 2000 - 1023);

        assertThat(old.kind()).isEqualTo(Kind.TOO_OLD_TO_TELL);
        assertThat(old.position()).isEqualTo(900);
        assertThat(inside.kind()).isEqualTo(Kind.LATE_FIRST);
    }

    @Test
    void aJumpBeyondTheBoundIsNotBelieved() {
        kinds(1);

        assertThat(kinds(SequenceRule.JUMP_MAX + 2, SequenceRule.JUMP_MAX + 1))
                .containsExactly(Kind.TOO_FAR_AHEAD, Kind.FIRST);
    }

    @Test
    @Tag("G01")
    void numbersThatStartAgainAtTheModulusGoOn() {
        assertThat(byteKinds(254, 255, 0, 1)).containsOnly(Kind.FIRST);
        assertThat(byteTrack.high() % 256).isEqualTo(1);
        assertThat(byteKinds(255)).containsExactly(Kind.DUPLICATE);
        // The number 66 would be 65 ahead, more than the jump that is believed, and 191 behind.
        assertThat(byteKinds(66, 128)).containsOnly(Kind.TOO_OLD_TO_TELL);
        assertThat(byteKinds(65)).containsExactly(Kind.FIRST);
    }

    @Test
    void aLateNumberOfTheLapBeforeIsALateFirst() {
        assertThat(byteKinds(254, 1, 255, 0)).containsExactly(Kind.FIRST, Kind.FIRST, Kind.LATE_FIRST, Kind.LATE_FIRST);
    }

    @Test
    void theFirstNumberMayBeFollowedByOnesOfTheLapBefore() {
        assertThat(byteKinds(1, 255, 255)).containsExactly(Kind.FIRST, Kind.LATE_FIRST, Kind.DUPLICATE);
    }

    @Test
    void atTheEndOfAllPositionsItStopsAndSaysSo() {
        SequenceRule wide = new SequenceRule(1L << 62, 64, (1L << 61) - 1);
        SequenceTrack far = SequenceTrack.empty(64);
        wide.offer(far, (1L << 62) - 2);

        assertThat(wide.offer(far, (1L << 62) - 1).kind()).isEqualTo(Kind.FIRST);
        assertThat(wide.offer(far, 0).kind()).isEqualTo(Kind.TOO_FAR_AHEAD);
        assertThat(wide.offer(far, (1L << 62) - 2).kind()).isEqualTo(Kind.DUPLICATE);

        SequenceRule believing = new SequenceRule(0, 64, Long.MAX_VALUE);
        SequenceTrack end = SequenceTrack.empty(64);
        believing.offer(end, 1);
        assertThat(plain.offer(SequenceTrack.of(end.toBytes(), 64), 1L << 60).kind())
                .isEqualTo(Kind.TOO_FAR_AHEAD);
        SequenceAnswer jump = believing.offer(end, Long.MAX_VALUE);
        assertThat(jump.gapTo() - jump.gapFrom() + 1).isEqualTo(Long.MAX_VALUE - 2);
        assertThat(believing.offer(end, Long.MAX_VALUE).kind()).isEqualTo(Kind.DUPLICATE);
    }

    @Test
    void whatIsNoNumberOfTheSequenceIsRefused() {
        assertThat(bytes.holds(256)).isFalse();
        assertThat(plain.holds(-1)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> bytes.offer(byteTrack, 256));
        assertThatIllegalArgumentException().isThrownBy(() -> plain.offer(track, -1));
    }

    @Test
    void aWindowThatCouldNotTellTheLapsApartIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SequenceRule(256, 256, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new SequenceRule(256, 64, 128));
        assertThatIllegalArgumentException().isThrownBy(() -> new SequenceRule(0, 100, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new SequenceRule(100, 64, 10));
    }

    @Test
    void aTrackOutlivesItsProcessAsBytes() {
        kinds(1, 3, 900, 4);

        SequenceTrack read = SequenceTrack.of(track.toBytes(), 1024);

        assertThat(read).isEqualTo(track);
        assertThat(plain.offer(read, 3).kind()).isEqualTo(Kind.DUPLICATE);
        assertThat(plain.offer(read, 2).kind()).isEqualTo(Kind.LATE_FIRST);
    }

    @Test
    void anotherWindowKnowsNothingThatTheFormerDidNotKnow() {
        kinds(900, 1500, 1498);
        SequenceTrack narrow = SequenceTrack.of(track.toBytes(), 64);
        SequenceTrack wide = SequenceTrack.of(narrow.toBytes(), 1024);

        assertThat(offer(narrow, 1498)).isEqualTo(Kind.DUPLICATE);
        assertThat(offer(narrow, 1400)).isEqualTo(Kind.TOO_OLD_TO_TELL);
        assertThat(offer(wide, 1498)).isEqualTo(Kind.DUPLICATE);
        assertThat(offer(wide, 1497)).isEqualTo(Kind.LATE_FIRST);
        assertThat(offer(wide, 900)).isEqualTo(Kind.TOO_OLD_TO_TELL);
    }

    @Test
    @Tag("Q-07")
    @Tag("G05")
    void generationsAreCountedApartAndTheOlderOneIsLate() {
        EntityTracks entity = new EntityTracks();
        entity.offer(plain, "b1", 42);

        SequenceAnswer changed = entity.offer(plain, "b2", 1);
        SequenceAnswer late = entity.offer(plain, "b1", 41);
        SequenceAnswer known = entity.offer(plain, "b1", 42);

        assertThat(changed.opensGeneration()).isTrue();
        assertThat(changed.isLate()).isFalse();
        assertThat(late.kind()).isEqualTo(Kind.LATE_FIRST);
        assertThat(late.olderGeneration()).isTrue();
        assertThat(known.kind()).isEqualTo(Kind.DUPLICATE);
        assertThat(entity.offer(plain, "b2", 2).isLate()).isFalse();
        assertThat(entity.copy()).isEqualTo(entity);
    }

    @Test
    void anEntityRemembersAFewGenerations() {
        EntityTracks entity = new EntityTracks();
        for (int boot = 0; boot < 10; boot++) {
            entity.offer(plain, "b" + boot, 1);
        }

        assertThat(entity.generations()).hasSize(EntityTracks.GENERATIONS_MAX);
    }

    private Kind offer(SequenceTrack of, long number) {
        return new SequenceRule(0, of.windowNumbers(), 1000).offer(of, number).kind();
    }

    private Kind[] kinds(long... numbers) {
        return LongStream.of(numbers)
                .mapToObj(number -> plain.offer(track, number).kind())
                .toArray(Kind[]::new);
    }

    private Kind[] byteKinds(long... numbers) {
        return LongStream.of(numbers)
                .mapToObj(number -> bytes.offer(byteTrack, number).kind())
                .toArray(Kind[]::new);
    }
}
