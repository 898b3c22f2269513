package io.plantgate.embedded.erp;

import io.plantgate.delivery.erp.TargetAddress;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs the simulated ERP where {@code plantgate.simulator.erp.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("plantgate.simulator.erp.enabled")
@EnableConfigurationProperties(SimulatedErpSettings.class)
class SimulatedErpConfiguration {

    @Bean(destroyMethod = "close")
    SimulatedErp simulatedErp(SimulatedErpSettings settings) {
        return SimulatedErp.start(settings.port()).usually(number -> turn(number, settings));
    }

    private static Turn turn(int number, SimulatedErpSettings settings) {
        if (isOneOf(number, settings.lostOneIn())) {
            return Turn.booksThen(Turn.Ending.CLOSES);
        }
        return isOneOf(number, settings.lateOneIn())
                ? Turn.late(Duration.ofMillis(settings.lateMillis()))
                : Turn.well();
    }

    private static boolean isOneOf(int number, int every) {
        return every > 0 && number % every == 0;
    }

    // The targets depend on these addresses, so Spring starts the ERP before, and stops it after, the routes.
    @Bean
    TargetAddress simulatedErpAddress(SimulatedErp erp) {
        return new TargetAddress("erp", erp.postingsUrl(), erp.postingsUrl() + "/{key}", "", "");
    }

    @Bean
    TargetAddress simulatedErpService(SimulatedErp erp) {
        String service = erp.serviceUrl();
        return new TargetAddress("erp-odata", service + "/$batch", "Postings('{key}')", "Postings", service + "/");
    }
}
