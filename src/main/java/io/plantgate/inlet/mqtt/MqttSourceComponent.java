package io.plantgate.inlet.mqtt;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Component;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.PluginHelper;

/**
 * The Camel component {@code mqtt-source:PROFILE}: the options of paho-mqtt5, and {@code topic}, {@code inlet},
 * {@code credential}, {@code inFlightMax}. It receives only; paho-mqtt5 itself sends.
 */
@Component("mqtt-source")
public final class MqttSourceComponent extends PahoMqtt5Component {

    private static final int IN_FLIGHT_MAX = 4000;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        MqttInlet inlet = getCamelContext().getRegistry().findSingleByType(MqttInlet.class);
        if (inlet == null) {
            throw new IllegalStateException(uri + " needs a bean of type " + MqttInlet.class.getName() + ".");
        }
        PahoMqtt5Configuration options = getConfiguration().copy();
        options.setBrokerUrl("");
        options.setQos(1);
        options.setCleanStart(false);
        MqttSourceEndpoint endpoint = new MqttSourceEndpoint(
                uri,
                getAndRemoveParameter(parameters, "topic", String.class),
                this,
                options,
                inlet,
                inlet.profile(remaining, uri),
                text(parameters, "inlet", "mqtt:" + remaining),
                text(parameters, "credential", null),
                getAndRemoveParameter(parameters, "inFlightMax", Integer.class, IN_FLIGHT_MAX));
        setProperties(endpoint, parameters);
        return endpoint;
    }

    private String text(Map<String, Object> parameters, String name, String otherwise) {
        String text = getAndRemoveParameter(parameters, name, String.class);
        return text == null || text.isBlank() ? otherwise : text;
    }

    // Camel looks for generated code under this component's own name; paho-mqtt5's options are set by paho-mqtt5's.
    @Override
    public PropertyConfigurer getEndpointPropertyConfigurer() {
        return PluginHelper.getConfigurerResolver(getCamelContext())
                .resolvePropertyConfigurer("paho-mqtt5-endpoint-configurer", getCamelContext());
    }
}
