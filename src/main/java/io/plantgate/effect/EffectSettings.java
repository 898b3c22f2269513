package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Mode;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the site does with effects; prefix {@code plantgate.effect}. What one target needs stands on its endpoint
 * {@code effect:CHANNEL}.
 *
 * @param effects live, hold or off; a change of this value is a new row of the switch, an unchanged one leaves it as
 *     people set it; null leaves it to them
 * @param connectionsMax connections to the database, for all channels of this node together
 * @param statementSecondsMax a statement that takes longer is cancelled and tried again
 * @param refreshMillis how often the switch, the counts for metrics and changed kinds are looked at
 * @param notifyMillisMin shortest time between two words to the other nodes
 * @param templateMillisMax how long a kind's template may take to make a message
 * @param templateBytesMax bytes that it may take from the memory meanwhile, garbage included
 * @param messageBytesMax bytes of a message that a template makes
 */
@ConfigurationProperties("plantgate.effect")
public record EffectSettings(
        Mode effects,
        @DefaultValue("12") int connectionsMax,
        @DefaultValue("30") int statementSecondsMax,
        @DefaultValue("1000") long refreshMillis,
        @DefaultValue("100") long notifyMillisMin,
        @DefaultValue("5000") long templateMillisMax,
        @DefaultValue("134217728") long templateBytesMax,
        @DefaultValue("1048576") int messageBytesMax) {

    public EffectSettings {
        if (templateMillisMax < 1 || templateBytesMax < 1 || messageBytesMax < 1) {
            throw new IllegalArgumentException(
                    "plantgate.effect: template-millis-max, template-bytes-max and message-bytes-max must be at least 1.");
        }
        if (connectionsMax < 2 || statementSecondsMax < 1 || refreshMillis < 1 || notifyMillisMin < 1) {
            throw new IllegalArgumentException("plantgate.effect: connections-max must be at least 2,"
                    + " statement-seconds-max, refresh-millis and notify-millis-min at least 1.");
        }
    }

    /** The documented defaults. */
    public static EffectSettings defaults() {
        return new EffectSettings(null, 12, 30, 1_000, 100, 5_000, 134_217_728, 1_048_576);
    }
}
