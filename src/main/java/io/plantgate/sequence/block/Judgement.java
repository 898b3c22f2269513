package io.plantgate.sequence.block;

import io.plantgate.event.Numbering.Restarts;
import io.plantgate.event.Payload;
import io.plantgate.event.ReasonCode;
import io.plantgate.sequence.SequenceAnswer;
import io.plantgate.sequence.SequenceRule;
import io.plantgate.sequence.block.Numbered.Outcome;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One pass over the arrivals of a transaction, in the order of their coming. A pass without the blocks that it needs says
 * which it wants; its outcomes count only if it wants none.
 */
final class Judgement {

    private final Map<Track.Key, Track> tracks;
    private final Map<BlockPart.Key, List<BlockPart>> memory;
    private final Rules rules;
    private final SameReading sameReading;
    private final Set<BlockPart.Key> wanted = new HashSet<>();
    private final List<Gaps.Opened> opened = new ArrayList<>();
    private final List<Gaps.Filled> filled = new ArrayList<>();

    /** @param memory stored blocks, or null in a pass that looks whether any is needed */
    Judgement(
            Map<Track.Key, Track> tracks,
            Map<BlockPart.Key, List<BlockPart>> memory,
            Rules rules,
            SameReading sameReading) {
        this.tracks = tracks;
        this.memory = memory;
        this.rules = rules;
        this.sameReading = sameReading;
    }

    List<Outcome> judge(List<Numbered> arrivals) throws SQLException {
        List<Outcome> outcomes = new ArrayList<>(arrivals.size());
        for (Numbered arrival : arrivals) {
            outcomes.add(judge(tracks.get(arrival.key()), arrival));
        }
        return outcomes;
    }

    private Outcome judge(Track track, Numbered arrival) throws SQLException {
        SequenceRule rule = rules.of(arrival);
        if (track.isOfAnotherModulus(rule.modulus())) {
            return underAnotherModulus(track, arrival);
        }
        Optional<BlockPart.Entry> replayed = replayed(track, arrival);
        if (replayed.isPresent()) {
            return known(replayed.get(), true, true);
        }
        boolean begun = track.isBegun();
        SequenceAnswer answer = track.offer(rule, arrival.numbering());
        return switch (answer.kind()) {
            case FIRST, LATE_FIRST -> first(track, arrival, answer, begun);
            case DUPLICATE -> repeated(track, arrival, answer.position());
            case TOO_FAR_AHEAD -> new Outcome.Untold(ReasonCode.TOO_FAR_AHEAD, track.high());
            case TOO_OLD_TO_TELL ->
                answer.position() == SequenceAnswer.NOWHERE
                        ? new Outcome.Untold(ReasonCode.TOO_OLD_TO_TELL, track.high())
                        : belowTheWindow(track, arrival, answer.position());
        };
    }

    // Positions of two moduli cannot be compared: a number taken for a repeat might be a new one, and the other way
    // round.
    private Outcome underAnotherModulus(Track track, Numbered arrival) {
        return arrival.ofPerson() || isRestart(arrival)
                ? restarted(track, arrival)
                : new Outcome.Untold(ReasonCode.MODULUS_CHANGED, track.high());
    }

    // After a declared restart the former generation may come once more, and reach beyond what the new one has seen.
    private Optional<BlockPart.Entry> replayed(Track track, Numbered arrival) throws SQLException {
        boolean possible = arrival.numbering().terms().restarts() == Restarts.AT_NUMBER && track.generation() > 0;
        if (!possible || rules.of(arrival).modulus() != 0) {
            return Optional.empty();
        }
        long position = arrival.numbering().number();
        if (memory == null) {
            wanted.add(BlockPart.Key.of(track.key(), track.generation(), position));
        }
        return ofAnEarlierGeneration(track, arrival, position);
    }

    private Outcome first(Track track, Numbered arrival, SequenceAnswer answer, boolean begun) {
        track.add(answer.position(), arrival);
        if (answer.isLate()) {
            filled.add(new Gaps.Filled(track.key(), track.generation(), answer.position()));
        } else if (answer.opensGap()) {
            opened.add(new Gaps.Opened(
                    track.key(), track.generation(), answer.gapFrom(), answer.gapTo(), arrival.arrivalId()));
        }
        return new Outcome.First(answer.isLate(), begun && !answer.isLate() && !answer.opensGap());
    }

    private Outcome repeated(Track track, Numbered arrival, long position) throws SQLException {
        Optional<BlockPart.Entry> first = find(track, position);
        if (first.isEmpty() && arrival.ofPerson()) {
            track.add(position, arrival);
            return new Outcome.First(true, false);
        }
        if (first.isEmpty()) {
            // It was seen, and what was known of it is gone.
            return new Outcome.Untold(ReasonCode.TOO_OLD_TO_TELL, track.high());
        }
        return compared(track, arrival, position, first.get());
    }

    // The blocks remember everything, so below the window nothing needs to be guessed.
    private Outcome belowTheWindow(Track track, Numbered arrival, long position) throws SQLException {
        Optional<BlockPart.Entry> first = find(track, position);
        if (first.isPresent()) {
            return compared(track, arrival, position, first.get());
        }
        if (memory == null) {
            return new Outcome.First(true, false);
        }
        if (isRestart(arrival)) {
            return restarted(track, arrival);
        }
        track.add(position, arrival);
        filled.add(new Gaps.Filled(track.key(), track.generation(), position));
        return new Outcome.First(true, false);
    }

    private Outcome compared(Track track, Numbered arrival, long position, BlockPart.Entry first) throws SQLException {
        boolean comparable = first.canonVersion() == arrival.payload().canonVersion()
                && sameReading.of(first.profileVersion(), arrival.profileVersion());
        if (!comparable || first.digest() == arrival.digest()) {
            return known(first, true, comparable);
        }
        if (arrival.numbering().terms().restarts() == Restarts.AT_NUMBER) {
            if (memory == null) {
                wanted.add(BlockPart.Key.of(track.key(), track.generation(), position));
            }
            Optional<BlockPart.Entry> earlier = ofAnEarlierGeneration(track, arrival, position);
            if (earlier.isPresent()) {
                return known(earlier.get(), true, true);
            }
            if (isRestart(arrival)) {
                return restarted(track, arrival);
            }
        }
        return known(first, false, true);
    }

    // A replay of what came before the restart must not look like another restart.
    private Optional<BlockPart.Entry> ofAnEarlierGeneration(Track track, Numbered arrival, long position) {
        for (int generation = track.generation() - 1; generation >= 0 && memory != null; generation--) {
            Optional<BlockPart.Entry> earlier = find(track, generation, position);
            if (earlier.isPresent() && earlier.get().digest() == arrival.digest()) {
                return earlier;
            }
        }
        return Optional.empty();
    }

    private static boolean isRestart(Numbered arrival) {
        return arrival.numbering().terms().restarts() == Restarts.AT_NUMBER
                && arrival.numbering().number() == arrival.numbering().terms().restartsAt();
    }

    private Outcome restarted(Track track, Numbered arrival) {
        track.restart(rules.of(arrival), arrival);
        SequenceAnswer answer = track.offer(rules.of(arrival), arrival.numbering());
        track.add(answer.position(), arrival);
        return new Outcome.First(false, false);
    }

    private static Outcome known(BlockPart.Entry first, boolean same, boolean verified) {
        byte[] digest =
                ByteBuffer.allocate(Integer.BYTES).putInt(first.digest()).array();
        return new Outcome.Known(
                first.arrivalId(), first.arrivalAt(), new Payload(digest, first.canonVersion()), same, verified);
    }

    private Optional<BlockPart.Entry> find(Track track, long position) {
        return find(track, track.generation(), position);
    }

    private Optional<BlockPart.Entry> find(Track track, int generation, long position) {
        Optional<BlockPart.Entry> here = track.find(generation, position);
        if (here.isPresent()) {
            return here;
        }
        BlockPart.Key block = BlockPart.Key.of(track.key(), generation, position);
        if (memory == null) {
            wanted.add(block);
            return here;
        }
        return BlockPart.find(memory.get(block), position);
    }

    /** Blocks that this pass could not do without. */
    Set<BlockPart.Key> wanted() {
        return wanted;
    }

    List<Gaps.Opened> opened() {
        return opened;
    }

    List<Gaps.Filled> filled() {
        return filled;
    }
}
