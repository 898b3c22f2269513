package io.plantgate.inlet.mqtt;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The broker, and how its inlets behave when something is wrong.
 *
 * @param brokerUrl {@code tcp://host:1883} or {@code ssl://host:8883}; empty for the embedded broker
 * @param userName empty for none
 * @param password never logged
 * @param sslBundle name of a {@code spring.ssl.bundle}; empty for the platform's trusted certificates
 * @param reconnectMillisMin first pause before a lost connection is made again; it doubles, with jitter
 * @param reconnectMillisMax longest such pause
 * @param stableSeconds a connection that held so long starts again with the first pause
 * @param drainSecondsMax how long a stopping inlet, or one that gives up its connection on purpose, waits for what it has
 *     in flight
 * @param takeoversMax takeovers of one client id within {@code takeoverSeconds} that are still no storm
 * @param takeoverSeconds the time over which takeovers are counted
 */
@Validated
@ConfigurationProperties("plantgate.inlet.mqtt")
record MqttInletProperties(
        @DefaultValue("") String brokerUrl,
        @DefaultValue("") String userName,
        @DefaultValue("") String password,
        @DefaultValue("") String sslBundle,
        @DefaultValue("500") @Min(10) long reconnectMillisMin,
        @DefaultValue("30000") @Min(10) long reconnectMillisMax,
        @DefaultValue("10") @Min(0) int stableSeconds,
        @DefaultValue("5") @Min(1) @Max(300) int drainSecondsMax,
        @DefaultValue("2") @Min(0) int takeoversMax,
        @DefaultValue("120") @Min(1) int takeoverSeconds) {

    // A record's own text would name the password.
    @Override
    public String toString() {
        return "MqttInletProperties[" + brokerUrl + "]";
    }
}
