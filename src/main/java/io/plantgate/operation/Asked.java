package io.plantgate.operation;

import java.time.Instant;

/** The answer to a request for a write. */
public sealed interface Asked {

    /** It is recorded under this name for the first time. Its state may be refused already: by the target's policy. */
    record New(Operation operation) implements Asked {}

    /** The same was asked before under this name: this is what is known of it. Nothing new follows. */
    record Known(Operation operation) implements Asked {}

    /**
     * Something else was asked before under this name, which stays untouched.
     *
     * @param first what stands under the name
     * @param digest hex SHA-256 of what was asked now
     * @param canonVersion of the canonical form behind it
     * @param canonBytes length of that form
     * @param at when
     */
    record Conflict(Operation first, String digest, int canonVersion, int canonBytes, Instant at) implements Asked {}

    /** The name is older than its replay window: it is refused, and can still be asked about. */
    record PastWindow(Operation first) implements Asked {}

    /** The request's validity is over; nothing was recorded. */
    record Expired(Instant validUntil) implements Asked {}

    /** So many operations are open that no new one is taken; known names are still answered. */
    record Full(int openMax, int retryAfterSeconds) implements Asked {}

    /**
     * Not now, by the equipment's policy; nothing was recorded, so the name can be asked under again.
     *
     * @param code for machines
     */
    record Later(String code, String reason, int retryAfterSeconds) implements Asked {}

    /** The store's integrity check failed: nothing is written until a person opens the door. */
    record InRecovery(String reason, int retryAfterSeconds) implements Asked {}

    /**
     * It cannot be a request; nothing was recorded.
     *
     * @param detail what, and what to do; never holds a value of the request
     */
    record Invalid(Fault fault, String detail) implements Asked {}

    /** What is wrong with a request. */
    enum Fault {
        /** No operationId: none is invented. */
        ID_MISSING,
        /** The operationId looks like a secret; ids stand in logs. */
        ID_SECRET,
        /** The operationId is too long, or holds what cannot be seen. */
        ID_FORM,
        /** No such equipment. */
        UNKNOWN_TARGET,
        /** The equipment has no such command. */
        UNKNOWN_COMMAND,
        /** Neither validUntil nor a positive validFor, or both. */
        VALIDITY,
        /** The parameters are no object, or too large. */
        PARAMETERS,
        /** The operation that is to be replaced is not there, or no reason is given. */
        REPLACES
    }
}
