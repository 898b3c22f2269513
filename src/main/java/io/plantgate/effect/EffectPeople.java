package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Mode;

/** What people do to effects; every move is kept with its name, its time and its reason. */
public interface EffectPeople {

    /** Has it sent again, whatever its age: an unknown one on purpose, a held, refused, expired or abandoned one after all. */
    Answered retry(long effectId, Signed signed);

    /** Takes it out of the way: it is not to be done, and the next in its lane goes on. */
    Answered cancel(long effectId, Signed signed);

    /** Takes the head of a lane out of the way; the same as {@link #cancel} for one that holds others up. */
    Answered skip(long effectId, Signed signed);

    /**
     * Says what a person found out: it was done, or it was refused. One that the machine holds for refused or given up is
     * settled as delivered only with its reference.
     *
     * @param to {@link EffectState#DELIVERED} or {@link EffectState#REJECTED}
     * @param reference the target's document number or message id, or null
     */
    Answered settle(long effectId, EffectState to, String reference, Signed signed);

    /** Lets the others of its lane go on without it; it stays as it is. */
    Answered release(long effectId, Signed signed);

    /** Lets the held effects of a kind go, oldest first, at most so many; returns how many. */
    int releaseHeld(String kind, int most, Signed signed);

    /** Lets a channel go on that its target had stopped; false if it was not stopped. */
    boolean resume(String channel, Signed signed);

    /** Sets the site's switch, for all nodes. */
    void switchTo(Mode mode, Signed signed);

    /**
     * Who, and why.
     *
     * @param by the person's name
     * @param reason in the person's own words
     */
    record Signed(String by, String reason) {
        public Signed {
            if (by == null || by.isBlank() || reason == null || reason.isBlank()) {
                throw new IllegalArgumentException("A decision needs a name and a reason.");
            }
        }
    }

    /** The answer to a person. */
    sealed interface Answered {

        /** Done; it stands so now. */
        record Moved(EffectState from, EffectState to) implements Answered {}

        /** Not in this state; nothing was changed. */
        record NotNow(EffectState state, String reason) implements Answered {}

        /** There is no such effect. */
        record NotThere() implements Answered {}
    }
}
