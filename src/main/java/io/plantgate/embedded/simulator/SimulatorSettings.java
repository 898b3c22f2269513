package io.plantgate.embedded.simulator;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The simulated plant; prefix {@code plantgate.simulator}.
 *
 * @param enabled whether it lives at all; the demo site says yes
 * @param pumps how many pumps there are; every second one speaks AMQP, the others MQTT
 * @param scanners how many handhelds scan barcodes
 * @param stepMillis time between two steps of each device's life
 * @param exchange topic exchange of the devices that speak AMQP
 */
@ConfigurationProperties("plantgate.simulator")
record SimulatorSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("6") int pumps,
        @DefaultValue("2") int scanners,
        @DefaultValue("1000") long stepMillis,
        @DefaultValue("plant") String exchange) {}
