package io.plantgate.effect;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What follows from an outcome: where the effect stands from now on. Pure, so that the rules can be read and tested alone.
 *
 * @param due how long from now until it may be claimed again; null if it may not
 * @param asks whether the next attempt asks instead of sending
 * @param reference what the target calls it, or null
 * @param parts what the target calls its parts, where it only accepted them
 */
record Consequence(
        EffectState state,
        Duration due,
        boolean asks,
        int failures,
        int repeats,
        boolean doubtful,
        String reason,
        String reference,
        List<String> parts) {

    /**
     * @param sent false if nothing of the attempt left the gateway, or another message than earlier attempts sent: then a
     *     refusal says nothing of those, whatever the outcome's word
     */
    static Consequence of(Claim claim, Outcome outcome, boolean sent, RandomGenerator random) {
        Rules rules = new Rules(claim, sent, random);
        return claim.purpose() == Purpose.QUERY ? rules.afterAsking(outcome) : rules.afterSending(outcome);
    }

    private record Rules(Claim claim, boolean sent, RandomGenerator random) {

        Consequence afterSending(Outcome outcome) {
            if (outcome instanceof Outcome.Delivered delivered) {
                return settled(EffectState.DELIVERED, delivered.reason(), delivered.reference());
            }
            if (outcome instanceof Outcome.Accepted accepted) {
                return accepted(accepted);
            }
            if (outcome instanceof Outcome.NotDone notDone) {
                return notDone(notDone);
            }
            if (outcome instanceof Outcome.TargetStopped stopped) {
                return again(claim.failures(), Duration.ZERO, stopped.reason());
            }
            if (outcome instanceof Outcome.Rejected rejected) {
                return rejected(rejected);
            }
            // Absent answers a question that was not asked: it proves nothing.
            return unknown(outcome.reason());
        }

        Consequence afterAsking(Outcome outcome) {
            if (outcome instanceof Outcome.Delivered delivered) {
                return settled(EffectState.DELIVERED, delivered.reason(), delivered.reference());
            }
            if (outcome instanceof Outcome.Rejected rejected && sent) {
                return proven(EffectState.REJECTED, claim.failures(), claim.repeats(), rejected.reason());
            }
            if (outcome instanceof Outcome.Accepted accepted) {
                return accepted(accepted);
            }
            if (outcome instanceof Outcome.Absent absent) {
                return absent(absent);
            }
            boolean stopped = outcome instanceof Outcome.TargetStopped;
            Duration wish = outcome instanceof Outcome.NotDone notDone ? notDone.retryAfter() : null;
            return askAgain(outcome.reason(), stopped ? claim.failures() : claim.failures() + 1, wish);
        }

        private Consequence accepted(Outcome.Accepted accepted) {
            Duration ask = accepted.askAfter() != null
                    ? accepted.askAfter()
                    : claim.kind().ask();
            return new Consequence(
                    EffectState.ACCEPTED,
                    ask,
                    true,
                    0,
                    claim.repeats(),
                    claim.doubtful(),
                    null,
                    null,
                    claim.purpose() == Purpose.QUERY ? List.of() : accepted.references());
        }

        private Consequence notDone(Outcome.NotDone notDone) {
            int failures = claim.failures() + (notDone.counted() ? 1 : 0);
            if (failures >= claim.kind().retry().attemptsMax()) {
                String why = "Given up after " + failures + " failures: " + notDone.reason();
                return claim.doubtful()
                        ? waiting(failures, why)
                        : proven(EffectState.ABANDONED, failures, claim.repeats(), why);
            }
            Duration pause = claim.kind().retry().pause(Math.max(1, failures), notDone.retryAfter(), random);
            return again(failures, pause, notDone.reason());
        }

        /** Not by this attempt; by an earlier one it may have been, and then it stays unknown. */
        private Consequence again(int failures, Duration pause, String why) {
            EffectState state = claim.doubtful() ? EffectState.UNKNOWN : EffectState.PENDING;
            int repeats = claim.repeat() ? claim.repeats() - 1 : claim.repeats();
            return new Consequence(state, pause, false, failures, repeats, claim.doubtful(), why, null, List.of());
        }

        private Consequence rejected(Outcome.Rejected rejected) {
            boolean speaksOfTheEffect =
                    !claim.doubtful() || sent && claim.kind().unknown().keyed();
            return speaksOfTheEffect
                    ? settled(EffectState.REJECTED, rejected.reason(), null)
                    : waiting(
                            claim.failures(),
                            "A repeat was refused, an earlier attempt may have done it: " + rejected.reason());
        }

        private Consequence unknown(String why) {
            UnknownRule rule = claim.kind().unknown();
            RetrySchedule retry = claim.kind().retry();
            if (!rule.allowsAfter(claim.repeats(), retry.attemptsMax())) {
                return waiting(claim.failures(), why);
            }
            Duration pause = retry.pause(claim.repeats() + 1, null, random);
            return new Consequence(
                    EffectState.UNKNOWN,
                    pause,
                    rule.asks(),
                    claim.failures(),
                    claim.repeats(),
                    true,
                    why,
                    null,
                    List.of());
        }

        // An acceptance forgives failures; its denial is counted apart, else it would be sent, accepted and denied
        // for ever.
        private Consequence absent(Outcome.Absent absent) {
            int failures = claim.failures() + 1;
            int repeats = claim.was() == EffectState.ACCEPTED ? claim.repeats() + 1 : claim.repeats();
            RetrySchedule retry = claim.kind().retry();
            if (failures >= retry.attemptsMax()) {
                String why = "Given up after " + failures + " failures: " + absent.reason();
                return proven(EffectState.ABANDONED, failures, repeats, why);
            }
            if (repeats >= retry.attemptsMax()) {
                String why = "Given up: " + repeats + " times accepted and then denied: " + absent.reason();
                return proven(EffectState.ABANDONED, failures, repeats, why);
            }
            Duration pause = retry.pause(Math.max(failures, repeats), null, random);
            return new Consequence(
                    EffectState.PENDING, pause, false, failures, repeats, false, absent.reason(), null, List.of());
        }

        private Consequence askAgain(String why, int failures, Duration wish) {
            RetrySchedule retry = claim.kind().retry();
            if (failures >= retry.attemptsMax()) {
                return waiting(failures, "Asked " + failures + " times without an answer: " + why);
            }
            EffectState state = claim.was() == EffectState.ACCEPTED ? EffectState.ACCEPTED : EffectState.UNKNOWN;
            return new Consequence(
                    state,
                    retry.pause(Math.max(1, failures), wish, random),
                    true,
                    failures,
                    claim.repeats(),
                    claim.doubtful(),
                    why,
                    null,
                    List.of());
        }

        private Consequence waiting(int failures, String why) {
            return new Consequence(
                    EffectState.UNKNOWN, null, false, failures, claim.repeats(), true, why, null, List.of());
        }

        /** Certainly not done. */
        private Consequence proven(EffectState state, int failures, int repeats, String why) {
            return new Consequence(state, null, false, failures, repeats, false, why, null, List.of());
        }

        private Consequence settled(EffectState state, String why, String reference) {
            return new Consequence(
                    state, null, false, claim.failures(), claim.repeats(), claim.doubtful(), why, reference, List.of());
        }
    }
}
