package io.plantgate.delivery.erp;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** By what a target says that it has done an effect; the parameters of its route. */
public final class AnswerTerms {

    private static final String NONE = "none";
    private static final String ANY = "any";
    private static final int REFERENCE_LENGTH_MAX = 200;

    /** What a status is taken for that targets use in more than one way. */
    enum Taken {
        UNKNOWN,
        NOT_DONE,
        REJECTED,
        DELIVERED,
        ABSENT
    }

    private final Set<Integer> deliveredStatuses;
    private final JsonPointer deliveredPointer;
    private final Set<String> deliveredValues;
    private final JsonPointer referencePointer;
    private final JsonPointer rejectedPointer;
    private final Set<Integer> acceptedStatuses;
    private final Duration ask;
    private final Duration retryAfterMax;
    private final Taken conflict;
    private final Taken unavailable;
    private final Taken notFound;

    /**
     * @param deliveredStatuses statuses that may stand for success, separated by commas
     * @param deliveredPointer JSON pointer of what an answer must hold beside that, or {@code none} where the status alone
     *     says it
     * @param deliveredValues texts of which that must be one, separated by commas, or {@code any}
     * @param referencePointer JSON pointer of the document number, or {@code none}
     * @param rejectedPointer JSON pointer of what only a refusal holds, whatever its status, or {@code none}
     * @param acceptedStatuses statuses that say: queued, not done yet
     * @param askSeconds until a status query about what was accepted, unless the target names a time
     * @param retryAfterSecondsMax the longest wish of a target (Retry-After) that is followed
     * @param on409 {@code unknown}, {@code delivered} (with the positive sign only), {@code not-done} or {@code rejected}
     * @param on503 {@code not-done} or {@code unknown}
     * @param onQuery404 {@code unknown} or {@code absent}
     * @throws IllegalArgumentException naming the parameter that cannot be
     */
    public AnswerTerms(
            String deliveredStatuses,
            String deliveredPointer,
            String deliveredValues,
            String referencePointer,
            String rejectedPointer,
            String acceptedStatuses,
            int askSeconds,
            int retryAfterSecondsMax,
            String on409,
            String on503,
            String onQuery404) {
        this.deliveredStatuses = statuses("deliveredStatuses", deliveredStatuses);
        this.deliveredPointer = pointer("deliveredPointer", deliveredPointer);
        this.deliveredValues = deliveredValues.equals(ANY) ? Set.of() : words(deliveredValues);
        this.referencePointer = pointer("referencePointer", referencePointer);
        this.rejectedPointer = pointer("rejectedPointer", rejectedPointer);
        this.acceptedStatuses = statuses("acceptedStatuses", acceptedStatuses);
        this.ask = Duration.ofSeconds(askSeconds);
        this.retryAfterMax = Duration.ofSeconds(retryAfterSecondsMax);
        this.conflict = taken("on409", on409, Set.of(Taken.UNKNOWN, Taken.DELIVERED, Taken.NOT_DONE, Taken.REJECTED));
        this.unavailable = taken("on503", on503, Set.of(Taken.NOT_DONE, Taken.UNKNOWN));
        this.notFound = taken("onQuery404", onQuery404, Set.of(Taken.UNKNOWN, Taken.ABSENT));
    }

    boolean maySayDelivered(int status) {
        return deliveredStatuses.contains(status);
    }

    boolean saysAccepted(int status) {
        return acceptedStatuses.contains(status);
    }

    /** True if the answer holds what this target says only when it has done it. */
    boolean isPositive(JsonNode answer) {
        if (deliveredPointer == null) {
            return true;
        }
        return text(answer, deliveredPointer)
                .filter(value -> deliveredValues.isEmpty() || deliveredValues.contains(value))
                .isPresent();
    }

    /** True if the answer holds what this target says only when it refuses. */
    boolean isRefusal(JsonNode answer) {
        return rejectedPointer != null
                && !answer.at(rejectedPointer).isMissingNode()
                && !answer.at(rejectedPointer).isNull();
    }

    /** For people: what was looked for. */
    String positiveSign() {
        return deliveredPointer + (deliveredValues.isEmpty() ? "" : " of " + deliveredValues);
    }

    Optional<String> reference(JsonNode answer) {
        return referencePointer == null
                ? Optional.empty()
                : text(answer, referencePointer).filter(reference -> reference.length() <= REFERENCE_LENGTH_MAX);
    }

    Duration ask() {
        return ask;
    }

    Duration retryAfterMax() {
        return retryAfterMax;
    }

    Taken conflict() {
        return conflict;
    }

    Taken unavailable() {
        return unavailable;
    }

    Taken notFound() {
        return notFound;
    }

    // An empty text or null at the place is no sign.
    private static Optional<String> text(JsonNode answer, JsonPointer pointer) {
        JsonNode value = answer.at(pointer);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        return Optional.of(value.isValueNode() ? value.asText() : value.toString())
                .filter(text -> !text.isBlank());
    }

    private static JsonPointer pointer(String name, String text) {
        if (text.equals(NONE)) {
            return null;
        }
        try {
            return JsonPointer.compile(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "http-target: %s is '%s'. Write a JSON pointer such as /documentNumber, or none."
                            .formatted(name, text),
                    e);
        }
    }

    private static Set<Integer> statuses(String name, String text) {
        if (!text.matches("\\s*[1-5]\\d\\d(\\s*,\\s*[1-5]\\d\\d)*\\s*")) {
            throw new IllegalArgumentException(
                    "http-target: %s is '%s'. Write statuses, separated by commas: 200,201.".formatted(name, text));
        }
        return words(text).stream().map(Integer::valueOf).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).collect(Collectors.toUnmodifiableSet());
    }

    private static Taken taken(String name, String word, Set<Taken> allowed) {
        return allowed.stream()
                .filter(taken ->
                        taken.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "http-target: %s is '%s'. Write one of %s, in small letters and with a dash."
                                .formatted(name, word, allowed)));
    }
}
