package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a write is looked for at the device afterwards, and what of it is proof.
 *
 * @param conditions that hold once it was done
 * @param rises a version or counter tag that rises with each write; null if a value that differed before is the proof
 * @param within how long to look for it before the attempt ends
 */
record ReadBack(List<TagCondition> conditions, String rises, Duration within) {

    ReadBack {
        conditions = List.copyOf(conditions);
    }

    /** What the device's tags say about the write. */
    enum Finding {
        /** It was done: the conditions hold, and they did not before or the counter rose. */
        PROVEN,
        /** The conditions hold, and may have held all along. */
        EQUAL_BEFORE,
        /** The conditions do not hold. */
        DIFFERENT
    }

    /** A finding with what was seen. */
    record Found(Finding finding, String evidence) {}

    /** Tags that are read before the write and after it. */
    Set<String> tags() {
        Set<String> tags = new TreeSet<>();
        conditions.forEach(condition -> tags.add(condition.tag()));
        if (rises != null) {
            tags.add(rises);
        }
        return tags;
    }

    /** @param before what was read directly before the write; empty if that is not known */
    Found judge(Map<String, JsonNode> before, Map<String, JsonNode> now, JsonNode parameters) {
        List<String> objections = objections(now, parameters);
        if (!objections.isEmpty()) {
            return new Found(Finding.DIFFERENT, "Read back different: " + String.join("; ", objections) + ".");
        }
        if (rises != null) {
            return rose(before.get(rises), now.get(rises));
        }
        // What was not read before, under this name, says nothing of what it was.
        boolean known = conditions.stream().allMatch(condition -> condition.isRead(before));
        boolean differed = known && !objections(before, parameters).isEmpty();
        return differed
                ? new Found(
                        Finding.PROVEN,
                        "Read back equal, and different before: " + texts(before) + ", now " + texts(now) + ".")
                : new Found(
                        Finding.EQUAL_BEFORE,
                        "Read back equal, but it was so before, or that is not known: " + texts(now) + ".");
    }

    private Found rose(JsonNode before, JsonNode now) {
        boolean rose = before != null
                && before.isNumber()
                && now != null
                && now.isNumber()
                && now.decimalValue().compareTo(before.decimalValue()) > 0;
        String seen = rises + " was " + (before == null ? "not read" : before) + ", is "
                + (now == null ? "not read" : now) + ".";
        return rose
                ? new Found(Finding.PROVEN, "Read back equal, and " + seen)
                : new Found(Finding.EQUAL_BEFORE, "Read back equal, but the counter does not say so: " + seen);
    }

    private List<String> objections(Map<String, JsonNode> values, JsonNode parameters) {
        List<String> objections = new ArrayList<>();
        conditions.forEach(condition -> condition.objection(values, parameters).ifPresent(objections::add));
        return objections;
    }

    private String texts(Map<String, JsonNode> values) {
        List<String> texts = new ArrayList<>();
        tags().forEach(tag -> Optional.ofNullable(values.get(tag)).ifPresent(value -> texts.add(tag + "=" + value)));
        return String.join(", ", texts);
    }
}
