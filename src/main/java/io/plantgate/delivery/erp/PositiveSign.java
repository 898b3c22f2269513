package io.plantgate.delivery.erp;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** By what a target says that it has done an effect, has queued it, or refuses it; parameters of its route. */
public final class PositiveSign {

    private static final String NONE = "none";
    private static final String ANY = "any";
    private static final int REFERENCE_LENGTH_MAX = 200;

    private final Set<Integer> deliveredStatuses;
    private final JsonPointer deliveredPointer;
    private final Set<String> deliveredValues;
    private final JsonPointer referencePointer;
    private final JsonPointer rejectedPointer;
    private final Set<Integer> acceptedStatuses;

    /**
     * Camel takes an argument that is a number, or true, for no text; so these come together with others.
     *
     * @param statuses those that may stand for success, a bar, and those that say: queued, not done yet; each separated by
     *     commas
     * @param delivered JSON pointer of what an answer must hold beside such a status, an equals sign, and the texts of which
     *     that must be one, separated by commas, or {@code any}; the pointer is {@code none} where the status alone says it
     * @param referencePointer JSON pointer of the document number, or {@code none}
     * @param rejectedPointer JSON pointer of what a 2xx holds only if the target refuses, or {@code none}
     * @throws IllegalArgumentException naming the parameter that cannot be
     */
    public PositiveSign(String statuses, String delivered, String referencePointer, String rejectedPointer) {
        String[] both = halves(statuses, " | ");
        this.deliveredStatuses = statuses("deliveredStatuses", both[0]);
        this.acceptedStatuses = statuses("acceptedStatuses", both[1]);
        String[] place = halves(delivered, " = ");
        this.deliveredPointer = pointer("deliveredPointer", place[0]);
        this.deliveredValues = place[1].equals(ANY) ? Set.of() : words(place[1]);
        this.referencePointer = pointer("referencePointer", referencePointer);
        this.rejectedPointer = pointer("rejectedPointer", rejectedPointer);
    }

    private static String[] halves(String text, String between) {
        int at = text.lastIndexOf(between);
        if (at < 0) {
            throw new IllegalArgumentException("http-target: '%s' has no '%s'.".formatted(text, between));
        }
        return new String[] {
            text.substring(0, at).strip(), text.substring(at + between.length()).strip()
        };
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
    String inWords() {
        return deliveredPointer + (deliveredValues.isEmpty() ? "" : " of " + deliveredValues);
    }

    Optional<String> reference(JsonNode answer) {
        return referencePointer == null
                ? Optional.empty()
                : text(answer, referencePointer).filter(reference -> reference.length() <= REFERENCE_LENGTH_MAX);
    }

    // Nothing, an empty text, false, a container and a number beyond all bounds at the place are no sign.
    private static Optional<String> text(JsonNode answer, JsonPointer pointer) {
        JsonNode value = answer.at(pointer);
        boolean says = value.isTextual()
                || value.isIntegralNumber()
                || value.isNumber() && Double.isFinite(value.doubleValue())
                || value.isBoolean() && value.booleanValue();
        return says ? Optional.of(value.asText()).filter(text -> !text.isBlank()) : Optional.empty();
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
}
