package io.plantgate.inlet.mqtt;

import io.plantgate.inlet.TransportFacts;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;

/**
 * What the transport said of a message: topic, flags and properties of the packet, and those user properties that the
 * site's allow-list names. A user property can never stand for one of the packet's own.
 */
final class MessageFacts {

    private static final List<String> OWN = List.of(
            "topic",
            "qos",
            "retain",
            "dup",
            "content-type",
            "response-topic",
            "correlation-data",
            "message-expiry-seconds");
    // A topic name has at most 65,535 bytes; those of plants have tens.
    private static final int OWN_BYTES_MAX = 4096;

    private final TransportFacts own = new TransportFacts(OWN, OWN.size(), OWN_BYTES_MAX);
    private final TransportFacts allowed;

    MessageFacts(TransportFacts allowed) {
        this.allowed = allowed;
    }

    Map<String, String> of(String topic, MqttMessage message) {
        Map<String, String> facts = new TreeMap<>(allowed.of(userProperties(message)));
        OWN.forEach(facts::remove);
        facts.putAll(own.of(packet(topic, message)));
        return facts;
    }

    private static Map<String, String> packet(String topic, MqttMessage message) {
        Map<String, String> packet = new LinkedHashMap<>();
        packet.put("topic", topic);
        packet.put("qos", Integer.toString(message.getQos()));
        packet.put("retain", Boolean.toString(message.isRetained()));
        packet.put("dup", Boolean.toString(message.isDuplicate()));
        MqttProperties properties = message.getProperties();
        if (properties != null) {
            packet.put("content-type", properties.getContentType());
            packet.put("response-topic", properties.getResponseTopic());
            byte[] correlation = properties.getCorrelationData();
            packet.put(
                    "correlation-data",
                    correlation == null ? null : HexFormat.of().formatHex(correlation));
            Long expiry = properties.getMessageExpiryInterval();
            packet.put("message-expiry-seconds", expiry == null ? null : expiry.toString());
        }
        return packet;
    }

    private static Map<String, String> userProperties(MqttMessage message) {
        Map<String, String> values = new LinkedHashMap<>();
        if (message.getProperties() != null) {
            for (UserProperty property : message.getProperties().getUserProperties()) {
                values.merge(property.getKey(), property.getValue(), (first, second) -> first + ", " + second);
            }
        }
        return values;
    }
}
