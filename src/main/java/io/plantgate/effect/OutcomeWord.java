package io.plantgate.effect;

/** The kinds of outcomes, as the table of attempts and metrics name them. */
enum OutcomeWord {
    DELIVERED,
    ACCEPTED,
    NOT_DONE,
    TARGET_STOPPED,
    UNKNOWN,
    REJECTED,
    ABSENT;

    static OutcomeWord of(Outcome outcome) {
        if (outcome instanceof Outcome.Delivered) {
            return DELIVERED;
        }
        if (outcome instanceof Outcome.Accepted) {
            return ACCEPTED;
        }
        if (outcome instanceof Outcome.NotDone) {
            return NOT_DONE;
        }
        if (outcome instanceof Outcome.TargetStopped) {
            return TARGET_STOPPED;
        }
        if (outcome instanceof Outcome.Rejected) {
            return REJECTED;
        }
        return outcome instanceof Outcome.Absent ? ABSENT : UNKNOWN;
    }
}
