package io.plantgate.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/** All that is known of one operation; every list in the order of time, and bounded by whoever asked: then what is left out is in the middle. */
public record OperationStory(
        Operation operation,
        List<Move> moves,
        List<Attempt> attempts,
        List<Word> words,
        List<Approval> approvals,
        List<Contradiction> conflicts) {

    /** One move of its state. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Move(
            Instant movedAt,
            String fromState,
            String toState,
            String origin,
            String actor,
            String code,
            String reason,
            String evidence,
            Long attemptId) {}

    /**
     * One conversation with the device.
     *
     * @param writingAt null: certainly nothing was written by it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Attempt(
            long attemptId,
            int attemptNo,
            String node,
            String shard,
            String arbitration,
            Instant claimedAt,
            Instant writingAt,
            String word,
            String code,
            String evidence,
            Integer durationMs,
            Instant endedAt) {}

    /**
     * What the device said after its attempt.
     *
     * @param times how often
     * @param lastAt when last; null if once
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Word(
            Instant spokenAt,
            String way,
            String word,
            String code,
            String evidence,
            boolean counted,
            int times,
            Instant lastAt) {}

    /** Who authorised it. */
    public record Approval(String approver, Instant approvedAt, String reason) {}

    /** Another payload that was asked for under its name. */
    public record Contradiction(
            String digest,
            int canonVersion,
            int canonBytes,
            String target,
            String command,
            String askedBy,
            String door,
            int times,
            Instant firstAt,
            Instant lastAt) {}
}
