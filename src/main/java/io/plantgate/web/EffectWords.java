package io.plantgate.web;

import io.plantgate.effect.EffectPeople.Signed;
import io.plantgate.effect.EffectState;
import io.plantgate.ledger.EffectPlanning.Mode;
import java.security.Principal;

/** Bodies with which a person decides about effects. */
final class EffectWords {

    private static final int HELD_AT_ONCE_MAX = 10_000;

    private EffectWords() {}

    /** Says why, and nothing else. */
    record Because(String reason) {}

    /** Says what was found out: DELIVERED with the target's own reference, if there is one, or REJECTED. */
    record Settling(EffectState outcome, String reference, String reason) {

        EffectState found() {
            if (outcome != EffectState.DELIVERED && outcome != EffectState.REJECTED) {
                throw new InvalidRequestException(
                        "outcome: one of DELIVERED, REJECTED. A person settles what was found out at the target.");
            }
            return outcome;
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

    /** Who says it, and why; a missing reason is the client's mistake. */
    static Signed signed(Principal person, String reason) {
        if (reason == null || reason.isBlank()) {
            throw new InvalidRequestException("reason: missing. Say why; it is kept with your name.");
        }
        return new Signed(person.getName(), reason);
    }
}
