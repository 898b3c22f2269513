package io.plantgate.embedded.erp;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The simulated ERP; prefix {@code plantgate.simulator.erp}.
 *
 * @param enabled whether it is there at all; the demo site says yes
 * @param port where it listens on loopback; 0 for a free one
 * @param lateOneIn every so many postings one is booked at once and answered late; 0 for none
 * @param lateMillis how late
 * @param lostOneIn every so many postings one is booked and its connection closed without an answer; 0 for none
 */
@Validated
@ConfigurationProperties("plantgate.simulator.erp")
record SimulatedErpSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0") @Min(0) @Max(65535) int port,
        @DefaultValue("0") @Min(0) int lateOneIn,
        @DefaultValue("12000") @Min(0) long lateMillis,
        @DefaultValue("0") @Min(0) int lostOneIn) {}
