package io.plantgate.inlet.file;

import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.inlet.Imports;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.LedgerSettings;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FileInletProperties.class)
class FileInletConfiguration {

    @Bean
    FileInlet fileInlet(
            Profiles profiles,
            Imports imports,
            Ledger ledger,
            LedgerSettings settings,
            FileInletProperties properties,
            MeterRegistry meters) {
        return new FileInlet(
                settings.node(), profiles, imports, ledger, properties, meters, Clock.systemUTC(), System::nanoTime);
    }
}
