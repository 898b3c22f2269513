package io.plantgate.delivery.plc;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of the drivers; prefix {@code plantgate.delivery.plc}. What one device needs stands in its {@code .equipment.yaml}.
 *
 * @param handshakePollMillis how often a handshake block is read again until the operation has ended
 * @param completionsKeptSeconds how long an MQTT broker keeps completions for a gateway that is away
 * @param completionsLookMillis how often the connections on which they come are looked at
 * @param endsLookMillis how often effects are told how the operations ended that they became
 */
@Validated
@ConfigurationProperties("plantgate.delivery.plc")
record PlcSettings(
        @DefaultValue("50") @Min(1) @Max(10_000) long handshakePollMillis,
        @DefaultValue("604800") @Min(60) @Max(31_536_000) long completionsKeptSeconds,
        @DefaultValue("2000") @Min(100) @Max(600_000) long completionsLookMillis,
        @DefaultValue("1000") @Min(10) @Max(600_000) long endsLookMillis) {

    /** The documented defaults. */
    static PlcSettings defaults() {
        return new PlcSettings(50, 604_800, 2_000, 1_000);
    }
}
