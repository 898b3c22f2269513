package io.plantgate.inlet.mqtt;

import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/** What a message that has come waits for. One of its two ends is to be called, and only one. */
interface Receipt {

    /** It is stored: acknowledge it, in its turn. */
    void recorded();

    /** It is not stored: let the broker send it again. */
    void failed(Throwable cause);

    /** False once the connection that brought it is gone or given up: whatever becomes of it, it comes again. */
    boolean isWorthRetrying();

    /**
     * Publishes an answer over the connection that brought the message, and waits until the broker has it.
     *
     * @throws MqttException if that is not so, within seconds
     */
    void answer(String topic, MqttMessage answer) throws MqttException;
}
