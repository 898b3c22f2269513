package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoProfilesTest {

    @Test
    void theDemoSitesProfilesAreWhole() {
        Path folder = Path.of("routes/sites/demo");
        assertThat(ProfileFiles.findings(folder)).isEmpty();
        assertThat(ProfileFiles.load(folder).find("pumps")).isPresent();
    }
}
