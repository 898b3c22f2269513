package io.plantgate.site;

import io.plantgate.effect.KindCheck;
import io.plantgate.intake.YamlFinding;
import io.plantgate.site.lint.RouteLint;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({SiteSettings.class, LintSettings.class})
class SiteConfiguration {

    // In front of Flyway: a database that is refused is not migrated either.
    @Bean
    FlywayMigrationStrategy migrateOnlyWhatIsDurable() {
        return flyway -> {
            new DurabilityCheck(JdbcClient.create(flyway.getConfiguration().getDataSource())).requireDurable();
            flyway.migrate();
        };
    }

    @Bean
    RouteLint routeLint(SiteSettings site, LintSettings lint, Environment environment) {
        return new RouteLint(
                site.routesDirectory(), lint.receivedByCode(), environment::containsProperty, environment::getProperty);
    }

    @Bean
    CheckedRoutes checkedRoutes(SiteSettings site, RouteLint lint) {
        return new CheckedRoutes(site, lint);
    }

    /** What stops a start stops a change of the kinds, too. */
    @Bean
    KindCheck kindCheck(SiteSettings site, RouteLint lint) {
        return () -> lint.kinds(site.site()).stream()
                .map(finding -> new YamlFinding(
                        finding.file().toString(), finding.line(), (finding.what() + " " + finding.remedy()).strip()))
                .toList();
    }
}
