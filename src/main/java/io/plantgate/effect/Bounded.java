package io.plantgate.effect;

/** Keeps of an outcome's answer what may be kept: no secret, no more than the endpoint's bound. */
final class Bounded {

    private Bounded() {}

    static Outcome of(Outcome outcome, int bytesMax) {
        if (outcome.answer().text() == null) {
            return outcome;
        }
        Answer answer = outcome.answer().masked().cut(bytesMax);
        if (outcome instanceof Outcome.Delivered delivered) {
            return new Outcome.Delivered(delivered.reference(), answer);
        }
        if (outcome instanceof Outcome.Accepted accepted) {
            return new Outcome.Accepted(accepted.references(), accepted.askAfter(), answer);
        }
        if (outcome instanceof Outcome.NotDone notDone) {
            return new Outcome.NotDone(notDone.reason(), notDone.retryAfter(), notDone.counted(), answer);
        }
        if (outcome instanceof Outcome.TargetStopped) {
            return new Outcome.TargetStopped(outcome.reason(), answer);
        }
        if (outcome instanceof Outcome.Rejected) {
            return new Outcome.Rejected(outcome.reason(), answer);
        }
        return outcome instanceof Outcome.Absent
                ? new Outcome.Absent(outcome.reason(), answer)
                : new Outcome.Unknown(outcome.reason(), answer);
    }
}
