package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectReports;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SmsProperties.class)
@Import(SmsCentreComponent.class)
class SmsConfiguration {

    @Bean
    SmsDelivery smsDelivery(
            SmsProperties properties,
            ObjectProvider<SmsCentreAddress> standIn,
            SslBundles bundles,
            EffectParts parts,
            EffectReports reports) {
        return new SmsDelivery(
                properties,
                standIn.getIfAvailable(),
                bundle -> bundles.getBundle(bundle).createSslContext().getSocketFactory(),
                properties.shiftRosters(),
                parts,
                reports,
                Clock.systemUTC(),
                new Lines());
    }

    @Bean
    HealthContributor smsHealthContributor(SmsDelivery delivery) {
        return new SmsHealth(delivery.lines());
    }
}
