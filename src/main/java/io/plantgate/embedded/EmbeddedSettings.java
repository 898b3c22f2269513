package io.plantgate.embedded;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;
import org.springframework.validation.annotation.Validated;

/**
 * The stand-in servers.
 *
 * @param postgresDirectory where the embedded PostgreSQL keeps its data; made if missing, never deleted
 * @param postgresPort where it listens on loopback; 0 for any that is free
 * @param amqpPort where the embedded AMQP broker listens on loopback; 0 for a free port
 * @param mqttDirectory where the embedded MQTT broker keeps sessions and queues; made if missing, never deleted
 * @param mqttPort where the embedded MQTT broker listens on loopback; 0 for a free port
 */
@Validated
@ConfigurationProperties("plantgate.embedded")
record EmbeddedSettings(
        @DefaultValue("data/postgres") Path postgresDirectory,
        @DefaultValue("0") @Min(0) @Max(65535) int postgresPort,
        @DefaultValue("0") @Min(0) @Max(65535) int amqpPort,
        @DefaultValue("data/mqtt") Path mqttDirectory,
        @DefaultValue("0") @Min(0) @Max(65535) int mqttPort) {

    /** Before Spring binds them: the servers begin first of all. */
    static EmbeddedSettings of(Environment environment) {
        return EarlyStart.settings(environment, "plantgate.embedded", EmbeddedSettings.class);
    }
}
