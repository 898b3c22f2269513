package io.plantgate.inlet;

import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.LedgerSettings;
import java.time.Clock;
import javax.sql.DataSource;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({FactSettings.class, QuarantineSettings.class})
class DoorConfiguration {

    @Bean
    TransportFacts transportFacts(FactSettings settings) {
        return new TransportFacts(settings.kept(), settings.countMax(), settings.bytesMax());
    }

    @Bean
    StepFailure plantgateStepFailure(ObjectProvider<Profiles> profiles) {
        return new StepFailure(profiles.getIfAvailable());
    }

    @Bean
    InFlightShares inFlightShares(LedgerSettings ledger) {
        return new InFlightShares(ledger.queueArrivalsMax());
    }

    @Bean
    QuarantineWatch quarantineWatch(MeterRegistry meters, QuarantineSettings settings) {
        return new QuarantineWatch(Clock.systemUTC(), meters, settings.perMinuteMax());
    }

    @Bean
    Imports streamImports(DataSource dataSource) {
        return new Imports(dataSource);
    }

    @Bean
    HeaderFilterStrategy plantgateDoor() {
        return new DoorFilter();
    }
}
