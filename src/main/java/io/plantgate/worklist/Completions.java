package io.plantgate.worklist;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.AlreadyCompletedException;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import io.plantgate.ledger.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Reads a kept arrival again with what a person supplied, and hands it to the ledger under its old id and time. */
final class Completions {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KeptArrivals arrivals;
    private final Profiles profiles;
    private final Ledger ledger;

    Completions(KeptArrivals arrivals, Profiles profiles, Ledger ledger) {
        this.arrivals = arrivals;
        this.profiles = profiles;
        this.ledger = ledger;
    }

    /**
     * Gives an arrival that was decided as {@code from} an identity. Never waits.
     *
     * @param from INCOMPLETE to complete it, QUARANTINED to release it
     */
    CompletableFuture<Answer<Completed>> complete(
            long arrivalId, Verdict from, Map<String, String> supplied, Signature signature) {
        Optional<Evidence> evidence = arrivals.find(arrivalId);
        if (evidence.isEmpty()) {
            return refused(Refusal.NOT_FOUND, "There is no arrival " + arrivalId + ".");
        }
        return complete(evidence.get(), from, supplied, signature);
    }

    private CompletableFuture<Answer<Completed>> complete(
            Evidence evidence, Verdict from, Map<String, String> supplied, Signature signature) {
        if (evidence.completed()) {
            return alreadyCompleted(evidence);
        }
        if (evidence.decision() != from) {
            return refused(
                    Refusal.NOT_APPLICABLE,
                    where(evidence) + "decided as " + evidence.decision() + ", not as " + from
                            + ". Only an INCOMPLETE arrival is completed, only a QUARANTINED one released.");
        }
        if (!evidence.readableAgain()) {
            return refused(
                    Refusal.NOT_READABLE,
                    where(evidence) + "the bytes that were judged are not kept whole. "
                            + "Have the source send it again.");
        }
        Optional<Profile> profile =
                Optional.ofNullable(evidence.profile()).flatMap(version -> profiles.find(version.profile()));
        return profile.map(reader -> readAgain(evidence, reader, supplied, signature))
                .orElseGet(() -> refused(
                        Refusal.NOT_READABLE,
                        where(evidence) + "its profile is not part of this site. Bring the profile back first."));
    }

    private CompletableFuture<Answer<Completed>> readAgain(
            Evidence evidence, Profile profile, Map<String, String> supplied, Signature signature) {
        List<String> contradicted = SuppliedParts.contradicting(profile.complete(evidence.kept(), Map.of()), supplied);
        if (!contradicted.isEmpty()) {
            return refused(
                    Refusal.NOT_APPLICABLE,
                    where(evidence) + "the message has its own " + String.join(", ", contradicted)
                            + ". Supply only what is missing.");
        }
        Reading reading = profile.complete(evidence.kept(), supplied);
        if (reading instanceof Event event && event.awaitsBirth()) {
            return refused(
                    Refusal.STILL_WITHOUT_IDENTITY,
                    where(evidence) + "its message names no boot. Supply the bootId of the birth that it belongs to.");
        }
        if (reading instanceof Event event) {
            Arrival arrival = new Arrival(evidence.delivery(), profile.version(), event);
            return record(evidence, Unit.ofCompletion(arrival, completion(evidence, supplied, signature)));
        }
        Reason reason = reasonOf(reading);
        return refused(Refusal.STILL_WITHOUT_IDENTITY, where(evidence) + reason.code() + ": " + reason.detail());
    }

    private CompletableFuture<Answer<Completed>> record(Evidence evidence, Unit unit) {
        Optional<CompletableFuture<List<Decision>>> decisions = ledger.offer(unit);
        if (decisions.isEmpty()) {
            return refused(Refusal.BUSY, ledger.refusal().getMessage());
        }
        return decisions
                .get()
                .thenApply(list -> Answer.done(new Completed(evidence.arrivalId(), list.get(0))))
                .exceptionallyCompose(failure -> failed(evidence, failure));
    }

    private CompletableFuture<Answer<Completed>> failed(Evidence evidence, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof AlreadyCompletedException
                ? alreadyCompleted(evidence)
                : CompletableFuture.failedFuture(cause);
    }

    private static CompletableFuture<Answer<Completed>> alreadyCompleted(Evidence evidence) {
        return refused(Refusal.ALREADY_COMPLETED, where(evidence) + "completed before. Its history says by whom.");
    }

    private static CompletableFuture<Answer<Completed>> refused(Refusal why, String detail) {
        return CompletableFuture.completedFuture(Answer.refused(why, detail));
    }

    private static Reason reasonOf(Reading reading) {
        return reading instanceof Reading.Incomplete incomplete
                ? incomplete.reason()
                : ((Reading.Undecodable) reading).reason();
    }

    private static Unit.Completion completion(Evidence evidence, Map<String, String> supplied, Signature signature) {
        String json = JSON.valueToTree(supplied).toString();
        return new Unit.Completion(evidence.arrivalId(), signature.by(), signature.reason(), json);
    }

    private static String where(Evidence evidence) {
        return "arrival " + evidence.arrivalId() + ": ";
    }
}
