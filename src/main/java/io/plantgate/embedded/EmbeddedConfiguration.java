package io.plantgate.embedded;

import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@Conditional(NoDatabaseConfigured.class)
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedConfiguration {

    @Bean(destroyMethod = "close")
    EmbeddedDatabase embeddedDatabase(EmbeddedSettings settings) {
        return EmbeddedDatabase.startIn(settings.postgresDirectory(), settings.postgresPort());
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
