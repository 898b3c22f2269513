package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.PayloadRereading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class IntakeConfigurationTest {

    private final ApplicationContextRunner gateway =
            new ApplicationContextRunner().withUserConfiguration(IntakeConfiguration.class);

    @Test
    void theSitesProfilesAreThere() {
        gateway.run(context -> {
            assertThat(context.getBean(Profiles.class).find("pumps")).isPresent();
            assertThat(context).hasSingleBean(PayloadRereading.class);
        });
    }

    @Test
    void siteWithAWrongProfileDoesNotStartAndSaysWhere(@TempDir Path routes) throws IOException {
        Path site = Files.createDirectories(routes.resolve("sites/north"));
        Files.writeString(site.resolve("ovens.profile.yaml"), "contract: transition\nformat: jason\n");
        gateway.withPropertyValues("plantgate.routes-directory=" + routes, "plantgate.site=north")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(ProfilesRefusedException.class)
                        .hasMessageContaining("ovens.profile.yaml:2: format: \"jason\" is not allowed"));
    }
}
