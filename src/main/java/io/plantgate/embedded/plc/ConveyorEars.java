package io.plantgate.embedded.plc;

import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** What the conveyor hears from the broker. */
final class ConveyorEars implements MqttCallback {

    private final String commandsTopic;
    private final ConveyorCommands commands;

    ConveyorEars(String commandsTopic, ConveyorCommands commands) {
        this.commandsTopic = commandsTopic;
        this.commands = commands;
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        if (topic.equals(commandsTopic)) {
            commands.command(message.getPayload());
        } else {
            commands.query(message.getPayload());
        }
    }

    @Override
    public void disconnected(MqttDisconnectResponse response) {
        // It connects again by itself.
    }

    @Override
    public void mqttErrorOccurred(MqttException exception) {
        // A simulated device has nobody to tell.
    }

    @Override
    public void deliveryComplete(IMqttToken token) {
        // Nobody waits for it.
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {
        // The broker keeps the subscriptions of its session.
    }

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {
        // No enhanced authentication is used.
    }
}
