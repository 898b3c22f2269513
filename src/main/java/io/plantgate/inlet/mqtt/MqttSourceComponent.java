package io.plantgate.inlet.mqtt;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;

/**
 * The Camel component {@code mqtt-source:PROFILE}: the options of paho-mqtt5, and {@code topic}, {@code inlet},
 * {@code credential}, {@code inFlightMax}. It receives only; paho-mqtt5 itself sends.
 */
@Component("mqtt-source")
public final class MqttSourceComponent extends DurableComponent {

    private static final int IN_FLIGHT_MAX = 4000;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        MqttInlet inlet = inlet(uri);
        MqttSourceEndpoint endpoint = new MqttSourceEndpoint(
                uri,
                getAndRemoveParameter(parameters, "topic", String.class),
                this,
                durable(),
                inlet,
                inlet.profile(remaining, uri),
                text(parameters, "inlet", "mqtt:" + remaining),
                text(parameters, "credential", null),
                getAndRemoveParameter(parameters, "inFlightMax", Integer.class, IN_FLIGHT_MAX));
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
