package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a decision means, in words for those who were not there. */
final class Wording {

    private Wording() {}

    /** The word under which a decision is shown to people. */
    static String shown(Verdict verdict) {
        return switch (verdict) {
            case CANONICAL -> "Canonical";
            case DUPLICATE -> "Duplicate";
            case CONFLICT -> "DuplicateConflict";
            case INCOMPLETE -> "IdentityIncomplete";
            case QUARANTINED -> "Quarantined";
        };
    }

    /** One or more sentences; tells the same event late from a new generation that recurs. */
    static String meaning(ReportRow row) {
        DecidedArrival arrival = row.arrival();
        return switch (arrival.verdict()) {
            case CANONICAL -> canonical(row);
            case DUPLICATE -> "Same event again, " + sinceFirst(row) + late(arrival, " Sent late: ");
            case CONFLICT ->
                "Same identity, other payload, " + sinceFirst(row) + " The first stays untouched; work item "
                        + arrival.workItemId() + " is about it.";
            case INCOMPLETE -> generationUnknown(arrival) + arrival.reasonDetail();
            case QUARANTINED -> "Kept, not judged. " + arrival.reasonDetail();
        };
    }

    private static String canonical(ReportRow row) {
        DecidedArrival arrival = row.arrival();
        List<String> sentences = new ArrayList<>();
        sentences.add("First under its identity.");
        if (arrival.recurrenceOf() != null) {
            sentences.add(
                    "Candidate of a recurrence, not a resend: " + arrival.transitionId() + " came before as event "
                            + arrival.recurrenceOf() + " of boot " + arrival.recurrenceBootId() + ".");
        }
        if (row.opensItsGeneration()) {
            sentences.add("Opens generation " + arrival.bootId() + " of " + arrival.device() + ".");
        }
        return String.join(" ", sentences) + late(arrival, " An event of its own, sent late: ");
    }

    private static String late(DecidedArrival arrival, String opening) {
        if (!arrival.late()) {
            return "";
        }
        return arrival.source().startsWith("sequence:")
                ? opening + "its number is not the highest of its sequence, or its boot not the newest."
                : opening + "boot " + arrival.bootId() + " was known and is not the newest of " + arrival.device()
                        + ".";
    }

    private static String sinceFirst(ReportRow row) {
        DecidedArrival arrival = row.arrival();
        Duration distance = Duration.between(arrival.firstArrivalAt(), arrival.arrivalAt());
        String direction = distance.isNegative() ? " before" : " after";
        String event = row.lineOfEvent().isPresent()
                ? "line " + row.lineOfEvent().getAsInt()
                : "event " + arrival.canonicalId() + ", which was here before this file";
        return seconds(distance.abs()) + direction + " " + event + ".";
    }

    private static String seconds(Duration distance) {
        return String.format(Locale.ROOT, "%d.%03d s", distance.toSeconds(), distance.toMillisPart());
    }

    private static String generationUnknown(DecidedArrival arrival) {
        return arrival.bootId() == null ? "Generation unknown. " : "";
    }
}
