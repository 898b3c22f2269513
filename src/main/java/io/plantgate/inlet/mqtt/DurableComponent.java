package io.plantgate.inlet.mqtt;

import java.util.Map;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Component;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.support.PluginHelper;

/** The options of paho-mqtt5, with what a durable subscription needs as their defaults. */
abstract class DurableComponent extends PahoMqtt5Component {

    final MqttInlet inlet(String uri) {
        MqttInlet inlet = getCamelContext().getRegistry().findSingleByType(MqttInlet.class);
        if (inlet == null) {
            throw new IllegalStateException(uri + " needs a bean of type " + MqttInlet.class.getName() + ".");
        }
        return inlet;
    }

    final PahoMqtt5Configuration durable() {
        PahoMqtt5Configuration options = getConfiguration().copy();
        options.setBrokerUrl("");
        options.setQos(1);
        options.setCleanStart(false);
        return options;
    }

    final String text(Map<String, Object> parameters, String name, String otherwise) {
        String text = getAndRemoveParameter(parameters, name, String.class);
        return text == null || text.isBlank() ? otherwise : text;
    }

    // Camel looks for generated code under a component's own name; paho-mqtt5's options are set by paho-mqtt5's.
    @Override
    public final PropertyConfigurer getEndpointPropertyConfigurer() {
        return PluginHelper.getConfigurerResolver(getCamelContext())
                .resolvePropertyConfigurer("paho-mqtt5-endpoint-configurer", getCamelContext());
    }
}
