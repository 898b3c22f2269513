package io.plantgate.embedded.plc;

import io.plantgate.delivery.plc.PlcAddress;
import io.plantgate.inlet.mqtt.MqttBrokerAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Runs four simulated conveyors where {@code plantgate.simulator.plc.enabled} is true. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("plantgate.simulator.plc.enabled")
@EnableConfigurationProperties(SimulatedPlcSettings.class)
@Import(SimulatorController.class)
class SimulatedPlcConfiguration {

    private static final String EMBEDDED_BROKER = "'${plantgate.inlet.mqtt.broker-url:}'.isBlank()";

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedPlcConfiguration.class);

    @Bean(destroyMethod = "close")
    SimulatedDevice conveyorWithHandshake(SimulatedPlcSettings settings) {
        return ready(SimulatedModbusConveyor.withHandshake("conveyor-1", settings.handshakePort()), settings);
    }

    @Bean(destroyMethod = "close")
    SimulatedDevice plainConveyor(SimulatedPlcSettings settings) {
        return ready(SimulatedModbusConveyor.plain("conveyor-2", settings.plainPort()), settings);
    }

    @Bean(destroyMethod = "close")
    SimulatedOpcUaConveyor opcUaConveyor(SimulatedPlcSettings settings) {
        SimulatedOpcUaConveyor conveyor = SimulatedOpcUaConveyor.later("conveyor-3", settings.opcUaPort());
        ready(conveyor, settings);
        return conveyor;
    }

    // Building OPC UA's address space takes a second or two of processor, which the gateway's own start needs more.
    @Bean
    ApplicationListener<ApplicationReadyEvent> opcUaConveyorStart(SimulatedOpcUaConveyor opcUaConveyor) {
        return ready -> begin("simulated-opc-ua", opcUaConveyor, opcUaConveyor::begin);
    }

    /** At the embedded broker, or at none: a plant's own broker is no place for a device that is not there. */
    @Bean(destroyMethod = "close")
    @ConditionalOnExpression(EMBEDDED_BROKER)
    SimulatedMqttConveyor mqttConveyor(SimulatedPlcSettings settings, MqttBrokerAddress broker) {
        SimulatedMqttConveyor conveyor = SimulatedMqttConveyor.later("conveyor-4", broker.url());
        ready(conveyor, settings);
        // The first client of MQTT takes half a second to connect; only who talks to the conveyor waits for it.
        begin("simulated-mqtt", conveyor, conveyor::begin);
        return conveyor;
    }

    private static void begin(String threadName, SimulatedDevice device, Runnable begin) {
        Thread thread = new Thread(begin, threadName);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(
                (begun, e) -> LOG.warn("Simulated {} does not start and will never answer.", device.name(), e));
        thread.start();
    }

    private static SimulatedDevice ready(SimulatedDevice device, SimulatedPlcSettings settings) {
        device.lateMillis(settings.lateMillis());
        LOG.info("Simulated {}: {}", device.name(), device.connection());
        return device;
    }

    // The drivers depend on these addresses, so Spring starts the devices before, and stops them after, the operations.
    @Bean
    PlcAddress conveyorWithHandshakeAddress(SimulatedDevice conveyorWithHandshake) {
        return new PlcAddress(conveyorWithHandshake.name(), conveyorWithHandshake.connection());
    }

    @Bean
    PlcAddress plainConveyorAddress(SimulatedDevice plainConveyor) {
        return new PlcAddress(plainConveyor.name(), plainConveyor.connection());
    }

    @Bean
    PlcAddress opcUaConveyorAddress(SimulatedDevice opcUaConveyor) {
        return new PlcAddress(opcUaConveyor.name(), opcUaConveyor.connection());
    }

    @Bean
    @ConditionalOnExpression(EMBEDDED_BROKER)
    PlcAddress mqttConveyorAddress(SimulatedMqttConveyor mqttConveyor) {
        return new PlcAddress(mqttConveyor.name(), mqttConveyor.connection());
    }
}
