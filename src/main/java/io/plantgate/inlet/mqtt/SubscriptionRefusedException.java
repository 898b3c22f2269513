package io.plantgate.inlet.mqtt;

import org.eclipse.paho.mqttv5.common.MqttException;

/** The broker's SUBACK did not grant the subscription at the QoS that a durable source needs. */
final class SubscriptionRefusedException extends MqttException {

    private static final long serialVersionUID = 1L;

    private final String topic;

    SubscriptionRefusedException(String topic, int reasonCode) {
        super(reasonCode);
        this.topic = topic;
    }

    @Override
    public String getMessage() {
        return getReasonCode() < 0x80
                ? "the broker grants '%s' at QoS %d only, not 1".formatted(topic, getReasonCode())
                : "the broker refuses the subscription to '%s' (code 0x%02X): check its access rules"
                        .formatted(topic, getReasonCode());
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
