package io.plantgate.embedded;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The stand-in servers.
 *
 * @param postgresDirectory where the embedded PostgreSQL keeps its data; made if missing, never deleted
 */
@ConfigurationProperties("plantgate.embedded")
record EmbeddedSettings(@DefaultValue("data/postgres") Path postgresDirectory) {}
