package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One command of one piece of equipment: what it writes, who may, when, and what proves it.
 *
 * @param clients who may ask for it; a star stands for everybody
 * @param interlocks read fresh before each write
 * @param writes in this order; empty for devices that take commands
 * @param reads of a READ command: the tags whose values are the result
 * @param readBack how it is looked for; null if only the device's own word counts
 * @param completion how long after an acceptance the device may be silent; zero: it says nothing further
 * @param ratePerMinute of all clients together; 0 for no bound
 */
record CommandPolicy(
        String name,
        CommandClass kind,
        Set<String> clients,
        Map<String, ParameterRule> parameters,
        Authorisation authorisation,
        List<TagCondition> interlocks,
        List<Write> writes,
        List<String> reads,
        ReadBack readBack,
        Duration completion,
        int ratePerMinute,
        Duration validityMax,
        boolean newestWaiting,
        boolean repeatsNotReached) {

    /** Who must agree before it is sent. */
    enum Authorisation {
        NONE(0),
        APPROVER(1),
        FOUR_EYES(2);

        private final int approvals;

        Authorisation(int approvals) {
            this.approvals = approvals;
        }

        int approvals() {
            return approvals;
        }
    }

    /**
     * One tag's new value: a constant, or a parameter.
     *
     * @param value null where a parameter counts
     * @param parameter null where the constant counts
     */
    record Write(String tag, JsonNode value, String parameter) {}

    CommandPolicy {
        clients = Set.copyOf(clients);
        parameters = Map.copyOf(parameters);
        interlocks = List.copyOf(interlocks);
        writes = List.copyOf(writes);
        reads = List.copyOf(reads);
    }

    boolean allows(String client) {
        return clients.contains("*") || clients.contains(client);
    }

    /** What is wrong with the parameters, without their values; empty if nothing is. */
    Optional<String> objection(JsonNode given) {
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!parameters.containsKey(name)) {
                return Optional.of("parameters: one of them is not known to " + this.name + "; expected: "
                        + new TreeSet<>(parameters.keySet()));
            }
        }
        return parameters.values().stream()
                .map(rule -> rule.objection(given.get(rule.name())).map(text -> rule.name() + " " + text))
                .flatMap(Optional::stream)
                .sorted()
                .findFirst();
    }

    /** Whether the device's word counts only together with what is read back. */
    boolean mustAgree(Equipment equipment) {
        return readBack != null && equipment.handshake().isPresent();
    }

    /** The tags that are read directly before a write: for interlocks, and for what differs afterwards. */
    Set<String> tagsBefore() {
        Set<String> tags = new TreeSet<>();
        interlocks.forEach(condition -> tags.add(condition.tag()));
        if (readBack != null) {
            tags.addAll(readBack.tags());
        }
        return tags;
    }

    List<TagWrite> writes(Equipment equipment, JsonNode given) {
        List<TagWrite> all = new ArrayList<>();
        for (Write write : writes) {
            JsonNode value = write.parameter() == null ? write.value() : given.get(write.parameter());
            // A parameter that need not be given leaves its tag alone.
            if (value != null && !value.isNull()) {
                all.add(new TagWrite(equipment.tags().get(write.tag()), value));
            }
        }
        return all;
    }

    static List<Tag> tags(Equipment equipment, Collection<String> names) {
        return names.stream().map(equipment.tags()::get).toList();
    }
}
