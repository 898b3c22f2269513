package io.plantgate.embedded;

import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@Conditional(NoDatabaseConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedConfiguration {

    @Bean
    static EarlyStart<EmbeddedDatabase> embeddedDatabaseStart(Environment environment) {
        EmbeddedSettings settings = EmbeddedSettings.of(environment);
        return new EarlyStart<>(
                "embedded-postgres",
                () -> EmbeddedDatabase.startIn(settings.postgresDirectory(), settings.postgresPort()));
    }

    // The validated settings are asked for so that a wrong one is refused in Spring's words.
    @Bean(destroyMethod = "close")
    EmbeddedDatabase embeddedDatabase(EarlyStart<EmbeddedDatabase> start, EmbeddedSettings settings) {
        return start.take();
    }

    // The pool depends on these details, so Spring closes it, and all that uses it, before it stops the server.
    @Bean
    JdbcConnectionDetails embeddedConnectionDetails(EmbeddedDatabase database) {
        return new EmbeddedConnectionDetails(database.jdbcUrl());
    }

    private record EmbeddedConnectionDetails(String getJdbcUrl) implements JdbcConnectionDetails {
        @Override
        public String getUsername() {
            return EmbeddedDatabase.USER;
        }

        @Override
        public String getPassword() {
            return "";
        }
    }
}
