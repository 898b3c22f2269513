package io.plantgate.operation;

import java.util.Arrays;
import java.util.Locale;

/**
 * What kind of thing a command does, and how strictly it is taken. This is the one table of strictness; a policy may be
 * stricter than its class, never looser.
 */
public enum CommandClass {
    /** Reads tags and writes nothing: after a crash it is simply read again. */
    READ(true, false, false, false),
    /** Brings about a state that may be brought about again without harm. */
    REFRESH(true, true, false, false),
    /** Starts, stops, opens, closes: a person stands beside it. */
    START_STOP(false, true, false, false),
    /** Loads a recipe or a set of values: equal values prove nothing if they were loaded before. */
    RECIPE(false, true, true, false),
    /** Counts, adds, moves by a step: twice is twice. */
    INCREMENT(false, true, true, true);

    private final boolean mergeable;
    private final boolean needsProof;
    private final boolean needsCountedProof;
    private final boolean needsApprover;

    CommandClass(boolean mergeable, boolean needsProof, boolean needsCountedProof, boolean needsApprover) {
        this.mergeable = mergeable;
        this.needsProof = needsProof;
        this.needsCountedProof = needsCountedProof;
        this.needsApprover = needsApprover;
    }

    /** True if a merge rule may be written for it. */
    boolean mergeable() {
        return mergeable;
    }

    /** True if it needs a read-back, a handshake or a completion: without one it could never succeed. */
    boolean needsProof() {
        return needsProof;
    }

    /** True if an equal value that differed before is not enough: a version, a counter or the device itself must say it. */
    boolean needsCountedProof() {
        return needsCountedProof;
    }

    /** True if a person must authorise each. */
    boolean needsApprover() {
        return needsApprover;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static CommandClass of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(word));
    }
}
