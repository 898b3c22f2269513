package io.plantgate.delivery.plc;

import io.plantgate.operation.Driver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class PlcConfiguration {

    @Bean
    Driver modbusDriver(ObjectProvider<PlcAddress> standIns) {
        return new ModbusDriver(new Addresses(standIns.stream().toList()));
    }
}
