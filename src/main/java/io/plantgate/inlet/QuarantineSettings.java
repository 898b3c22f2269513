package io.plantgate.inlet;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When the brokers' inlets call a person about quarantine.
 *
 * @param perMinuteMax arrivals in quarantine that one MQTT or AMQP inlet may bring in a minute before health and log warn
 */
@Validated
@ConfigurationProperties("plantgate.inlet.quarantine")
record QuarantineSettings(@DefaultValue("600") @Min(0) int perMinuteMax) {}
