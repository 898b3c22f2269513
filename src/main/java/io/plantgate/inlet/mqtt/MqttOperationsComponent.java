package io.plantgate.inlet.mqtt;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;

/**
 * The Camel component {@code mqtt-operations:CLIENT}: requests for writes to equipment, with the options of paho-mqtt5, and
 * {@code topic}, {@code inlet}, {@code inFlightMax}. Its route asks by an {@link OperationTopic}.
 */
@Component("mqtt-operations")
public final class MqttOperationsComponent extends DurableComponent {

    private static final int IN_FLIGHT_MAX = 8;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        MqttOperationsEndpoint endpoint = new MqttOperationsEndpoint(
                uri,
                getAndRemoveParameter(parameters, "topic", String.class),
                this,
                durable(),
                inlet(uri),
                text(parameters, "inlet", "mqtt-operations:" + remaining),
                getAndRemoveParameter(parameters, "inFlightMax", Integer.class, IN_FLIGHT_MAX));
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
