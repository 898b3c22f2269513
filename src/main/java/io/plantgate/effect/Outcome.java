package io.plantgate.effect;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What one attempt turned out to be. A judge says the weakest of these that it can prove: what may have happened is
 * {@link Unknown}, whatever else is likely.
 */
public sealed interface Outcome {

    /** What the target answered; {@link Answer#NONE} if nothing came. */
    Answer answer();

    /** Why, in words for people; null where the answer says it all. */
    default String reason() {
        return null;
    }

    /**
     * Confirmed by a positive sign of the target; silence and a bare 200 are none.
     *
     * @param reference what the target calls it (document number, message id), or null
     */
    record Delivered(String reference, Answer answer) implements Outcome {
        public Delivered {
            answer = orNone(answer);
        }
    }

    /**
     * Queued at the target. A report under one of the references settles it, or a status query.
     *
     * @param references what the target calls it, or its parts; delivered once all of them are reported delivered
     * @param askAfter when to make a status query; null if only a report settles it
     */
    record Accepted(List<String> references, Duration askAfter, Answer answer) implements Outcome {
        public Accepted {
            references = List.copyOf(references);
            answer = orNone(answer);
        }
    }

    /**
     * Certainly not done: the target was not reached, or said that it did nothing. Tried again. As the outcome of a
     * {@link Purpose#QUERY} it says only that the question was not answered.
     *
     * @param retryAfter the target's own wish; the later of it and the kind's schedule counts; null if it has none
     * @param counted whether it counts towards the kind's {@code attemptsMax}; throttling does not
     */
    record NotDone(String reason, Duration retryAfter, boolean counted, Answer answer) implements Outcome {
        public NotDone {
            Objects.requireNonNull(reason, "reason");
            answer = orNone(answer);
        }
    }

    /**
     * Not done, and no effect of this channel will be until a person or a changed configuration helps: the target refuses
     * the gateway's credentials (401, 403, a failed bind). The effect is not spent, its channel pauses.
     */
    record TargetStopped(String reason, Answer answer) implements Outcome {
        public TargetStopped {
            Objects.requireNonNull(reason, "reason");
            answer = orNone(answer);
        }
    }

    /** May have been done. What follows is the kind's rule. */
    record Unknown(String reason, Answer answer) implements Outcome {
        public Unknown {
            Objects.requireNonNull(reason, "reason");
            answer = orNone(answer);
        }
    }

    /** The target understood and refuses (422), or the message cannot be made. Terminal; a person may have it tried again. */
    record Rejected(String reason, Answer answer) implements Outcome {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
            answer = orNone(answer);
        }
    }

    /**
     * The answer to a {@link Purpose#QUERY} only: the target proves that it never had the effect, which is then sent
     * again. A target that merely does not find it says {@link Unknown}.
     */
    record Absent(String reason, Answer answer) implements Outcome {
        public Absent {
            Objects.requireNonNull(reason, "reason");
            answer = orNone(answer);
        }
    }

    private static Answer orNone(Answer answer) {
        return answer == null ? Answer.NONE : answer;
    }
}
