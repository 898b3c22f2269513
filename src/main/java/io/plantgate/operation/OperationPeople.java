package io.plantgate.operation;

import io.plantgate.operation.OperationRequest.Name;

/** What people decide about operations; every word is kept with its name, its time and its reason. */
public interface OperationPeople {

    /** Agrees that it is sent. Not by whoever asked for it, and not twice by the same person where two are needed. */
    Answered authorise(Name name, Signed signed);

    /** Decides that it is not sent. */
    Answered refuse(Name name, Signed signed);

    /**
     * Says what a person found out about an operation whose end is not known, or that one was undone.
     *
     * @param to {@link OperationState#SUCCEEDED}, {@link OperationState#FAILED} or {@link OperationState#COMPENSATED}
     * @param evidence what was seen, and where
     */
    Answered settle(Name name, OperationState to, String evidence, Signed signed);

    /** Opens the door that a failed integrity check closed; false if it was open. */
    boolean openDoor(Signed signed);

    /** Closes the door: nothing is written until it is opened again; false if it was closed. */
    boolean closeDoor(Signed signed);

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
            reason = Texts.storable(reason);
        }
    }

    /** The answer to a person. */
    sealed interface Answered {

        /** Done; it stands so now. */
        record Moved(Operation operation, OperationState from) implements Answered {}

        /** Noted; so many more people must agree. */
        record Noted(Operation operation, int missing) implements Answered {}

        /** Not in this state; nothing was changed. */
        record NotNow(Operation operation) implements Answered {}

        /** Not by this person; nothing was changed. */
        record NotYou(String reason) implements Answered {}

        /** There is no such operation. */
        record NotThere() implements Answered {}
    }
}
