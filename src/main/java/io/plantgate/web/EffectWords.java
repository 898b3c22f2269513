package io.plantgate.web;

import io.plantgate.effect.EffectPeople.Signed;
import io.plantgate.effect.EffectState;
import io.plantgate.ledger.EffectPlanning.Mode;
import java.security.Principal;

/** Bodies with which a person decides about effects. */
final class EffectWords {

    private static final int HELD_AT_ONCE_MAX = 10_000;
    private static final int REFERENCE_CHARS_MAX = 200;

    private EffectWords() {}

    /** Says why, and nothing else. */
    record Because(String reason) {}

    /** What can be found out at a target. */
    enum Found {
        DELIVERED,
        REJECTED
    }

    /** Says what was found out: DELIVERED with the target's own reference, if there is one, or REJECTED. */
    record Settling(Found outcome, String reference, String reason) {

        EffectState found() {
            if (outcome == null) {
                throw new InvalidRequestException(
                        "outcome: missing. One of DELIVERED, REJECTED: what was found out at the target.");
            }
            return EffectState.valueOf(outcome.name());
        }

        String named() {
            if (reference != null && reference.length() > REFERENCE_CHARS_MAX) {
                throw new InvalidRequestException("reference: " + reference.length() + " characters, at most "
                        + REFERENCE_CHARS_MAX + " are kept. Name the document or the message id only.");
            }
            return reference;
        }
    }

    /** Lets held effects of one kind go, the oldest first. */
    record Releasing(String kind, Integer limit, String reason) {

        String named() {
            if (kind == null || kind.isBlank()) {
                throw new InvalidRequestException("kind: missing. Name the kind whose held effects may go.");
            }
            return kind;
        }

        int most() {
            if (limit != null && (limit < 1 || limit > HELD_AT_ONCE_MAX)) {
                throw new InvalidRequestException("limit: " + limit + " is not in 1.." + HELD_AT_ONCE_MAX + ".");
            }
            return limit == null ? HELD_AT_ONCE_MAX : limit;
        }
    }

    /** Sets the site's switch. */
    record Switching(Mode mode, String reason) {

        Mode wanted() {
            if (mode == null) {
                throw new InvalidRequestException("mode: missing. One of LIVE, HOLD, OFF.");
            }
            return mode;
        }
    }

    /** Who says it, and why; a reason that is missing or not to be kept is the client's mistake. */
    static Signed signed(Principal person, String reason) {
        return new Signed(person.getName(), Words.signature(person, reason).reason());
    }
}
