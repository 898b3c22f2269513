package io.plantgate.inlet.amqp;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds and times of the AMQP inlets.
 *
 * @param inFlightMax messages of one queue that are taken and not yet acknowledged, unless its route says another number;
 *     AMQP's prefetch count
 * @param reconnectMillisMin first pause before a lost channel is opened again
 * @param reconnectMillisMax longest such pause
 * @param watchMillis how often an inlet looks whether PostgreSQL can be reached and how old its oldest message is
 * @param againMillisMin first pause before a message that the ledger had no room for is offered to it again
 * @param againMillisMax longest such pause
 * @param unacknowledgedSecondsMax how long a message may stay unacknowledged before the inlet gives back what it holds;
 *     shorter than RabbitMQ's {@code consumer_timeout}
 * @param stopSecondsMax how long a stopping inlet waits for the decisions on what it has taken
 */
@Validated
@ConfigurationProperties("plantgate.inlet.amqp")
record AmqpInletProperties(
        @DefaultValue("2000") @Min(1) @Max(65_535) int inFlightMax,
        @DefaultValue("200") @Min(1) long reconnectMillisMin,
        @DefaultValue("5000") @Min(1) long reconnectMillisMax,
        @DefaultValue("500") @Min(10) long watchMillis,
        @DefaultValue("50") @Min(1) long againMillisMin,
        @DefaultValue("2000") @Min(1) long againMillisMax,
        @DefaultValue("1200") @Min(1) long unacknowledgedSecondsMax,
        @DefaultValue("10") @Min(0) int stopSecondsMax) {}
