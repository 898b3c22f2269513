package io.plantgate.embedded.sms;

import io.plantgate.delivery.sms.SmsCentreAddress;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Builds the simulated SMS centre where {@code plantgate.simulator.sms.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("plantgate.simulator.sms.enabled")
@EnableConfigurationProperties(SimulatedCentreSettings.class)
class SimulatedCentreConfiguration {

    @Bean(destroyMethod = "close")
    EmbeddedSmsCentre embeddedSmsCentre(SimulatedCentreSettings settings) {
        EmbeddedSmsCentre centre = EmbeddedSmsCentre.start(settings.port());
        centre.usually(new Temper(settings));
        return centre;
    }

    // The lines depend on this address, so Spring starts the centre before, and stops it after, the routes.
    @Bean
    SmsCentreAddress embeddedSmsCentreAddress(EmbeddedSmsCentre centre) {
        return new SmsCentreAddress("127.0.0.1", centre.port(), EmbeddedSmsCentre.USER, EmbeddedSmsCentre.USER);
    }
}
