package io.plantgate.delivery.plc;

import io.plantgate.effect.EffectReports;
import io.plantgate.operation.Driver;
import io.plantgate.operation.EquipmentFiles;
import io.plantgate.operation.OperationReports;
import io.plantgate.operation.Operations;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PlcSettings.class)
class PlcConfiguration {

    @Bean
    Driver modbusDriver(ObjectProvider<PlcAddress> standIns, PlcSettings settings) {
        return new ModbusDriver(new Addresses(standIns.stream().toList()), settings);
    }

    @Bean
    Driver opcUaDriver(ObjectProvider<PlcAddress> standIns, SslBundles bundles) {
        return new OpcUaDriver(new Addresses(standIns.stream().toList()), new OpcUaCertificates(bundles::getBundle));
    }

    @Bean
    MqttDriver mqttDriver(ObjectProvider<PlcAddress> standIns, SslBundles bundles) {
        return new MqttDriver(new Addresses(standIns.stream().toList()), mqttConnections(bundles));
    }

    static MqttConnections mqttConnections(SslBundles bundles) {
        return new MqttConnections(
                bundle -> bundles.getBundle(bundle).createSslContext().getSocketFactory());
    }

    @Bean
    Driver s7Driver(ObjectProvider<PlcAddress> standIns) {
        return new S7Driver(new Addresses(standIns.stream().toList()));
    }

    @Bean(destroyMethod = "close")
    MqttCompletions mqttCompletions(
            MqttDriver driver,
            EquipmentFiles equipment,
            OperationReports reports,
            PlcSettings settings,
            @Value("${plantgate.ledger.node:node-1}") String node) {
        return new MqttCompletions(driver, equipment::devices, reports, node, settings);
    }

    /** For the template plc-target. */
    @Bean
    OperationsFromEffects operationsFromEffects(Operations operations) {
        return new OperationsFromEffects(operations);
    }

    @Bean(destroyMethod = "close")
    OperationEnds operationEnds(Operations operations, EffectReports reports, PlcSettings settings) {
        return new OperationEnds(operations, reports, settings.endsLookMillis());
    }
}
