package io.plantgate.site;

import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which site runs here.
 *
 * @param site name of its folder under {@code routes/sites}
 * @param routesDirectory holds {@code policies}, {@code templates} and {@code sites}
 */
@Validated
@ConfigurationProperties("plantgate")
record SiteSettings(
        @DefaultValue("demo")
        @Pattern(regexp = "[a-z0-9][a-z0-9-]*", message = "a site is named by a-z, 0-9 and dashes, like its folder")
        String site,

        @DefaultValue("routes") Path routesDirectory) {

    Path siteDirectory() {
        return routesDirectory.resolve("sites").resolve(site);
    }
}
