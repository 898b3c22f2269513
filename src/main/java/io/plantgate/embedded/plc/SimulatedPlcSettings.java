package io.plantgate.embedded.plc;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The simulated controllers; prefix {@code plantgate.simulator.plc}.
 *
 * @param enabled whether they are there at all; the demo site says yes
 * @param handshakePort where {@code conveyor-1} (Modbus TCP with a handshake block) listens on loopback; 0 for a free port
 * @param plainPort where {@code conveyor-2} (Modbus TCP, nothing else) does
 * @param opcUaPort where {@code conveyor-3} (OPC UA) does
 * @param lateMillis how late a late answer is
 */
@Validated
@ConfigurationProperties("plantgate.simulator.plc")
record SimulatedPlcSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0") @Min(0) @Max(65535) int handshakePort,
        @DefaultValue("0") @Min(0) @Max(65535) int plainPort,
        @DefaultValue("0") @Min(0) @Max(65535) int opcUaPort,
        @DefaultValue("5000") @Min(0) long lateMillis) {}
