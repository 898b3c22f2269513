package io.plantgate.delivery.erp;

import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TargetSettings.class)
class ErpConfiguration {

    @Bean
    HttpTargets httpTargets(
            TargetSettings settings,
            ObjectProvider<TargetAddress> standIns,
            SslBundles bundles,
            ObjectProvider<ClientRegistrationRepository> registrations) {
        return new HttpTargets(
                settings,
                standIns.orderedStream().toList(),
                bundles,
                new Authorization(registrations.getIfAvailable(), bundles),
                Clock.systemUTC());
    }
}
