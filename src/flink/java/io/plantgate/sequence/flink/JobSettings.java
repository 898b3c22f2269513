package io.plantgate.sequence.flink;

import io.plantgate.sequence.SequenceRule;
import java.util.Map;
import java.util.TreeMap;

/** The job's settings: defaults, and what was written as {@code --name value}. */
public final class JobSettings {

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("rabbitmq", "amqp://guest:guest@localhost:5672"),
            Map.entry("queue", "sequences"),
            Map.entry("first-queue", "sequences.first"),
            Map.entry("notes-queue", "sequences.notes"),
            Map.entry("dead-letter-exchange", "plantgate.dead"),
            Map.entry("jdbc-url", ""),
            Map.entry("jdbc-user", "postgres"),
            Map.entry("jdbc-password", ""),
            Map.entry("entity", "/drone_id"),
            Map.entry("number", "/seq"),
            Map.entry("generation", ""),
            Map.entry("modulus", "0"),
            Map.entry("window", "1024"),
            Map.entry("jump-max", "0"),
            Map.entry("prefetch", "1000"),
            Map.entry("state-ttl-hours", "168"),
            Map.entry("checkpoint-millis", "10000"));

    private final Map<String, String> values = new TreeMap<>(DEFAULTS);

    private JobSettings() {}

    /** @throws IllegalArgumentException for a name that is none, or a value that is missing */
    public static JobSettings of(String... arguments) {
        JobSettings settings = new JobSettings();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : arguments[i];
            if (!DEFAULTS.containsKey(name) || i + 1 == arguments.length) {
                throw new IllegalArgumentException(
                        arguments[i] + " is no setting with a value; expected: --name value, names are "
                                + new TreeMap<>(DEFAULTS).keySet());
            }
            settings.values.put(name, arguments[i + 1]);
        }
        return settings;
    }

    String text(String name) {
        return values.get(name);
    }

    long number(String name) {
        return Long.parseLong(values.get(name));
    }

    SampleFormat format() {
        return new SampleFormat(text("entity"), text("number"), text("generation"));
    }

    SequenceRule rule() {
        SequenceRule usual = SequenceRule.of(number("modulus"));
        int window = (int)
                Math.min(number("window"), usual.windowNumbers() == 1024 ? Integer.MAX_VALUE : usual.windowNumbers());
        return new SequenceRule(
                usual.modulus(), window, number("jump-max") == 0 ? usual.jumpMax() : number("jump-max"));
    }
}
