package io.plantgate.embedded.sms;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The simulated SMS centre; prefix {@code plantgate.simulator.sms}.
 *
 * @param enabled whether it is there at all; the demo site says yes
 * @param port where it listens on loopback; 0 for a free one
 * @param dropOneIn every so many messages one is taken and the connection closed instead of an answer; 0 for none
 * @param throttleOneIn every so many messages one is refused because there are too many; 0 for none
 * @param undeliverableOneIn every so many messages one never reaches its phone; 0 for none
 */
@Validated
@ConfigurationProperties("plantgate.simulator.sms")
record SimulatedCentreSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0") @Min(0) @Max(65535) int port,
        @DefaultValue("0") @Min(0) int dropOneIn,
        @DefaultValue("0") @Min(0) int throttleOneIn,
        @DefaultValue("0") @Min(0) int undeliverableOneIn) {}
