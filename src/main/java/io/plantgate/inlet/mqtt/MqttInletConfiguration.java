package io.plantgate.inlet.mqtt;

import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profiles;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MqttInletProperties.class)
@Import({MqttOperationsComponent.class, MqttSourceComponent.class})
class MqttInletConfiguration {

    @Bean
    MqttInlet mqttInlet(
            MqttInletProperties properties,
            ObjectProvider<MqttBrokerAddress> standIn,
            SslBundles bundles,
            Profiles profiles,
            TransportFacts facts,
            InFlightShares shares,
            QuarantineWatch quarantine) {
        return new MqttInlet(
                properties,
                standIn.getIfAvailable(),
                bundle -> bundles.getBundle(bundle).createSslContext().getSocketFactory(),
                profiles,
                facts,
                shares,
                quarantine,
                new Sources());
    }

    @Bean
    HealthContributor mqttHealthContributor(MqttInlet inlet) {
        return new MqttHealth(inlet.sources(), inlet.quarantine());
    }
}
