package io.plantgate.effect;

/** Takes what a target says about an effect after its attempt has ended: delivery receipts, callbacks. */
public interface EffectReports {

    /**
     * Settles the effect that the target knows under this reference, if it is accepted or unknown. A report may come
     * before the attempt's own outcome was recorded, late, or again: the first is kept until then, the others are kept and
     * change nothing. Of an effect in several parts it speaks of one part.
     *
     * @param channel the channel that the attempt went out on
     * @param reference what the target called it, as in {@link Outcome.Accepted#references()}
     * @param outcome {@link Outcome.Delivered}, {@link Outcome.Rejected}, or {@link Outcome.Unknown} and
     *     {@link Outcome.Accepted}, which are kept and settle nothing
     * @throws EffectsUnreachableException if the database cannot keep it now: do not acknowledge it to the target
     */
    void report(String channel, String reference, Outcome outcome);
}
