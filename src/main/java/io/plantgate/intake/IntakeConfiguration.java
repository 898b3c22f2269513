package io.plantgate.intake;

import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the profiles of the site that runs here into the gateway. */
@Configuration(proxyBeanMethods = false)
@Import(IntakeComponent.class)
class IntakeConfiguration {

    @Bean
    Profiles profiles(
            @Value("${plantgate.routes-directory:routes}") String routesDirectory,
            @Value("${plantgate.site:demo}") String site) {
        return ProfileFiles.load(Path.of(routesDirectory, "sites", site));
    }

    @Bean
    ProfileRereading payloadRereading() {
        return new ProfileRereading();
    }
}
