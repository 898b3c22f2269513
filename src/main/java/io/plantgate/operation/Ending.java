package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Moves.Origin;

/**
 * How an attempt ended, and what follows for the operation.
 *
 * @param to what the operation becomes
 * @param origin whose word it is: the device's own, or this node's conclusion
 * @param word of the device, or what the node concluded
 * @param result what the device gave back, or null
 * @param reference what the device calls it, or null
 */
record Ending(
        OperationState to,
        Origin origin,
        Word word,
        String code,
        String reason,
        String evidence,
        JsonNode result,
        String reference) {

    // Whatever a driver hands on: a text that the database refuses would keep an attempt from ever ending.
    Ending {
        code = Texts.code(code);
        reason = Texts.evidence(reason);
        evidence = Texts.evidence(evidence);
        result = OperationPayload.bounded(result);
        reference = Texts.kept(reference, Texts.REFERENCE_CHARS_MAX);
    }

    /** What an attempt came to, in one word. */
    enum Word {
        /** The device was not reached: certainly nothing was written. */
        NEVER_REACHED,
        /** The state of the device does not allow it: nothing was written. */
        NOT_ALLOWED,
        /** The right to act had run out before the write: nothing was written. */
        LATE,
        /** Tags were read, as asked. */
        READ,
        /** A value does not fit its tag: nothing was sent. */
        NOT_SENT,
        ACCEPTED,
        DONE,
        REFUSED,
        FAILED,
        UNCLEAR,
        NOTHING
    }

    static Ending node(OperationState to, Word word, String code, String reason, String evidence) {
        return new Ending(to, Origin.NODE, word, code, reason, evidence, null, null);
    }

    static Ending device(OperationState to, Word word, String code, String reason, String evidence) {
        return new Ending(to, Origin.DEVICE, word, code, reason, evidence, null, null);
    }

    Ending withResult(JsonNode newResult) {
        return new Ending(to, origin, word, code, reason, evidence, newResult, reference);
    }

    Ending withReference(String newReference) {
        return new Ending(to, origin, word, code, reason, evidence, result, newReference);
    }
}
