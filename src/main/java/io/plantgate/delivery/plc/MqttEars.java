package io.plantgate.delivery.plc;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Hears what the device says, and hands on the answer that is waited for; what it says about others is not for us. */
final class MqttEars implements MqttCallback {

    private record Awaited(Predicate<MqttAnswer> isIt, CompletableFuture<MqttAnswer> answer) {}

    private final Consumer<String> onEnd;
    private volatile Awaited awaited = new Awaited(answer -> false, new CompletableFuture<>());

    /** @param onEnd hears why the connection is gone */
    MqttEars(Consumer<String> onEnd) {
        this.onEnd = onEnd;
    }

    CompletableFuture<MqttAnswer> expect(Predicate<MqttAnswer> isIt) {
        Awaited next = new Awaited(isIt, new CompletableFuture<>());
        awaited = next;
        return next.answer();
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        Optional<MqttAnswer> answer = MqttAnswer.of(message.getPayload());
        Awaited waiting = awaited;
        answer.filter(waiting.isIt()).ifPresent(waiting.answer()::complete);
    }

    @Override
    public void disconnected(MqttDisconnectResponse response) {
        onEnd.accept("the connection to the broker was lost: code %02X".formatted(response.getReturnCode()));
    }

    @Override
    public void mqttErrorOccurred(MqttException exception) {
        onEnd.accept("MQTT: " + exception.getMessage());
    }

    @Override
    public void deliveryComplete(IMqttToken token) {
        // Told by the publish itself.
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {
        // Told by the answer to connect().
    }

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {
        // No enhanced authentication is asked for.
    }
}
