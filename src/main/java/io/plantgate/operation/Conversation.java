package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Ending.Word;
import io.plantgate.operation.Policy.Codes;
import io.plantgate.operation.ReadBack.Finding;
import io.plantgate.operation.ReadBack.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** One conversation with a device about one operation: looks first, marks, writes once, looks again. */
final class Conversation {

    static final String ANOTHERS_ORDER =
            "Its number and its order reach the device one after the other, and another write there may have put its own order"
                    + " in between.";

    private static final long LOOK_AGAIN_NANOS = 50_000_000;

    private final Claimed claimed;
    private final EquipmentTarget target;
    private final CommandPolicy command;
    private final Driver driver;
    private final Right right;

    /** The right to write now. */
    interface Right {

        /** Asks whether the write may begin now, and until when; empty if it may not. */
        Optional<Deadline> begin(Map<String, JsonNode> valuesBefore);

        /** Why another write may be what is read afterwards; empty if it cannot. */
        Optional<String> doubt();
    }

    Conversation(Claimed claimed, EquipmentTarget target, CommandPolicy command, Driver driver, Right right) {
        this.claimed = claimed;
        this.target = target;
        this.command = command;
        this.driver = driver;
        this.right = right;
    }

    Ending hold() {
        Optional<String> changed = command.objection(claimed.parameters());
        if (changed.isPresent()) {
            return Ending.node(OperationState.REFUSED, Word.NOT_ALLOWED, Codes.GONE, changed.get(), null);
        }
        try (Session session = driver.open(target.device(), deadline())) {
            return command.kind() == CommandClass.READ ? read(session) : write(session);
        } catch (NeverReachedException e) {
            return neverReached(e.getMessage());
        }
    }

    private Ending read(Session session) {
        try {
            Map<String, JsonNode> values = read(session, command.reads());
            return Ending.device(OperationState.SUCCEEDED, Word.READ, null, "Read.", null)
                    .withResult(OperationPayload.JSON.valueToTree(values));
        } catch (DeviceSilentException e) {
            return neverReached(e.getMessage());
        }
    }

    private Ending write(Session session) {
        Map<String, JsonNode> before;
        try {
            before = read(session, List.copyOf(command.tagsBefore()));
        } catch (DeviceSilentException e) {
            return neverReached(e.getMessage());
        }
        Optional<String> objection = command.interlocks().stream()
                .map(condition -> condition.objection(before, claimed.parameters()))
                .flatMap(Optional::stream)
                .findFirst();
        if (objection.isPresent()) {
            return Ending.node(
                    OperationState.REFUSED,
                    Word.NOT_ALLOWED,
                    Codes.INTERLOCK,
                    "The device's state does not allow it; nothing was written.",
                    "Read directly before: " + objection.get() + ".");
        }
        DeviceWrite write = claimed.write(target.device(), command);
        Optional<Deadline> until = right.begin(before);
        // Looked at last of all: the answer to the mark may have taken any time.
        return until.isEmpty() || until.get().isPast()
                ? neverSent(command, "Its lease or its validity was over.")
                : judged(session, before, session.write(write, until.get().or(deadline())));
    }

    /** The node knows that it sent nothing, whatever was marked. */
    static Ending neverSent(CommandPolicy command, String evidence) {
        return Ending.node(
                command.repeatsNotReached() ? OperationState.AUTHORISED : OperationState.FAILED,
                Word.LATE,
                "NEVER_SENT",
                "The right to act was over directly before the write; nothing was sent.",
                evidence);
    }

    static Ending notAsked(OperationsUnreachableException e) {
        return Ending.node(
                OperationState.UNKNOWN,
                Word.ACCEPTED,
                "NOT_PROVEN",
                "The device took it over; whether what is read is its doing could not be looked up.",
                e.getMessage());
    }

    private Ending judged(Session session, Map<String, JsonNode> before, DeviceWord word) {
        if (word instanceof DeviceWord.Done done) {
            return done(session, before, done).withResult(done.result());
        }
        if (word instanceof DeviceWord.Refused refused) {
            return Ending.device(
                    OperationState.FAILED, Word.REFUSED, refused.code(), "The device refused it.", refused.evidence());
        }
        if (word instanceof DeviceWord.NotSent none) {
            return Ending.node(
                    OperationState.REFUSED,
                    Word.NOT_SENT,
                    none.code(),
                    "A value does not fit its tag as the equipment's file describes it; nothing was sent.",
                    none.evidence());
        }
        if (word instanceof DeviceWord.Failed failed) {
            return Ending.device(
                    OperationState.FAILED,
                    Word.FAILED,
                    failed.code(),
                    "The device could not do it.",
                    failed.evidence());
        }
        if (word instanceof DeviceWord.Accepted accepted) {
            return accepted(session, before, accepted).withReference(accepted.reference());
        }
        String code = word instanceof DeviceWord.Nothing ? "NO_WORD" : "UNCLEAR";
        // Nothing more is asked on this connection: a late answer must not be taken for the next question's.
        return Ending.device(
                OperationState.UNKNOWN,
                word instanceof DeviceWord.Nothing ? Word.NOTHING : Word.UNCLEAR,
                code,
                "It may have been written; the device's answer does not say.",
                word.evidence());
    }

    /** A handshake's controller vouches for number and digest, and not for the order that it found in its registers. */
    private Ending done(Session session, Map<String, JsonNode> before, DeviceWord.Done done) {
        if (!session.vouchesForTheOrder() && right.doubt().isPresent()) {
            return Ending.node(
                    OperationState.UNKNOWN,
                    Word.DONE,
                    "EARLIER_UNSETTLED",
                    "The device says that it did this number, but the order may have been another write's.",
                    Texts.sentences(done.evidence(), ANOTHERS_ORDER));
        }
        if (!command.mustAgree(target.device())) {
            return Ending.device(
                    OperationState.SUCCEEDED, Word.DONE, null, "The device says that it did it.", done.evidence());
        }
        Found found = look(session, before, finding -> finding != Finding.DIFFERENT);
        boolean agrees = found != null && found.finding() != Finding.DIFFERENT;
        String evidence =
                Texts.sentences(done.evidence(), found == null ? "It could not be read back." : found.evidence());
        return agrees
                ? Ending.device(
                        OperationState.SUCCEEDED,
                        Word.DONE,
                        null,
                        "The device says that it did it, and reads so.",
                        evidence)
                : Ending.node(
                        OperationState.UNKNOWN,
                        Word.DONE,
                        found == null ? "NOT_PROVEN" : "MISMATCH",
                        "The device says that it did it, and does not read so.",
                        evidence);
    }

    private Ending accepted(Session session, Map<String, JsonNode> before, DeviceWord.Accepted accepted) {
        Found found = command.readBack() == null ? null : look(session, before, Finding.PROVEN::equals);
        boolean proven = found != null && found.finding() == Finding.PROVEN;
        Optional<String> doubt = proven ? right.doubt() : Optional.empty();
        if (proven && doubt.isEmpty()) {
            return Ending.node(
                    OperationState.SUCCEEDED,
                    Word.ACCEPTED,
                    null,
                    "Read back, and proven.",
                    Texts.sentences(accepted.evidence(), found.evidence()));
        }
        String evidence = Texts.sentences(
                Texts.sentences(accepted.evidence(), found == null ? null : found.evidence()), doubt.orElse(null));
        if (command.completion().toSeconds() > 0) {
            return Ending.device(
                    OperationState.ACCEPTED,
                    Word.ACCEPTED,
                    null,
                    "Taken over by the device, which is not success.",
                    evidence);
        }
        return doubt.isEmpty()
                ? Ending.node(OperationState.UNKNOWN, Word.ACCEPTED, code(found), reason(found), evidence)
                : Ending.node(
                        OperationState.UNKNOWN,
                        Word.ACCEPTED,
                        "EARLIER_UNSETTLED",
                        "The device reads as wanted, but that may be another write's doing.",
                        evidence);
    }

    private static String code(Found found) {
        if (found == null) {
            return "NOT_PROVEN";
        }
        return found.finding() == Finding.DIFFERENT ? "MISMATCH" : "EQUAL_BEFORE";
    }

    private static String reason(Found found) {
        if (found == null) {
            return "The device took it over; what came of it could not be read.";
        }
        return found.finding() == Finding.DIFFERENT
                ? "The device took it over, and reads otherwise."
                : "The device reads as wanted, but that proves nothing.";
    }

    /** Looks until that is enough or the time for it is over; null if the device is silent. */
    private Found look(Session session, Map<String, JsonNode> before, Predicate<Finding> enough) {
        Deadline within = Deadline.in(command.readBack().within());
        while (true) {
            try {
                Map<String, JsonNode> now =
                        read(session, List.copyOf(command.readBack().tags()));
                Found found = command.readBack().judge(before, now, claimed.parameters());
                if (enough.test(found.finding())
                        || within.isPast()
                        || Thread.currentThread().isInterrupted()) {
                    return found;
                }
            } catch (DeviceSilentException e) {
                return null;
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
        }
    }

    private Map<String, JsonNode> read(Session session, List<String> tags) {
        return tags.isEmpty() ? Map.of() : session.read(CommandPolicy.tags(target.device(), tags), deadline());
    }

    private Deadline deadline() {
        return Deadline.in(target.device().callTime());
    }

    private Ending neverReached(String evidence) {
        return Ending.node(
                command.repeatsNotReached() ? OperationState.AUTHORISED : OperationState.FAILED,
                Word.NEVER_REACHED,
                "NEVER_REACHED",
                "The device was not reached; certainly nothing was written.",
                evidence);
    }
}
