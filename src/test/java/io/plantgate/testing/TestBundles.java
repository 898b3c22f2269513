package io.plantgate.testing;

import io.plantgate.testing.TestAuthority.Issued;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The bundle {@code plant} as a site's configuration describes it: read by Spring Boot from its properties. */
public final class TestBundles {

    private TestBundles() {}

    /** @param own who the gateway itself is, or null */
    public static SslBundles plant(Path trusted, Issued own) {
        AtomicReference<SslBundles> bundles = new AtomicReference<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                .withPropertyValues(properties(trusted, own))
                .run(context -> bundles.set(context.getBean(SslBundles.class)));
        return bundles.get();
    }

    /** The properties themselves. */
    public static String[] properties(Path trusted, Issued own) {
        List<String> properties = new ArrayList<>();
        properties.add("spring.ssl.bundle.pem.plant.truststore.certificate=file:" + trusted);
        if (own != null) {
            properties.add("spring.ssl.bundle.pem.plant.keystore.certificate=file:" + own.certificate());
            properties.add("spring.ssl.bundle.pem.plant.keystore.private-key=file:" + own.key());
        }
        return properties.toArray(String[]::new);
    }
}
