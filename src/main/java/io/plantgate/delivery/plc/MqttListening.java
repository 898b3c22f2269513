package io.plantgate.delivery.plc;

import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.OperationReports;
import io.plantgate.operation.OperationsUnreachableException;
import java.util.Optional;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection on which one device's answers are heard, in a session that the broker keeps. A word is acknowledged to the
 * broker after it was recorded; if that fails the connection ends, and the broker sends it again on the next.
 */
final class MqttListening implements MqttCallback, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MqttListening.class);
    private static final int AT_LEAST_ONCE = 1;
    private static final long WAIT_MILLIS = 5_000;

    private final String equipment;
    private final MqttLine line;
    private final MqttAsyncClient client;
    private final OperationReports reports;
    private volatile boolean lost;

    MqttListening(String equipment, MqttLine line, MqttAsyncClient client, OperationReports reports) {
        this.equipment = equipment;
        this.line = line;
        this.client = client;
        this.reports = reports;
        // Before it connects, because a broker sends a kept session's messages at once.
        client.setManualAcks(true);
        client.setCallback(this);
    }

    /** @throws MqttException if the broker does not let us listen */
    void start(MqttConnectionOptions options, long keptSeconds) throws MqttException {
        options.setCleanStart(false);
        options.setSessionExpiryInterval(keptSeconds);
        client.connect(options).waitForCompletion(WAIT_MILLIS);
        IMqttToken granted = client.subscribe(line.answers(), AT_LEAST_ONCE);
        granted.waitForCompletion(WAIT_MILLIS);
        if (MqttConnections.reason(granted) != AT_LEAST_ONCE) {
            throw new MqttException(MqttConnections.reason(granted));
        }
    }

    boolean hears(MqttLine wanted) {
        return !lost && client.isConnected() && line.equals(wanted);
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
        if (lost) {
            return;
        }
        try {
            MqttAnswer.of(message.getPayload()).ifPresent(this::report);
            client.messageArrivedComplete(message.getId(), message.getQos());
        } catch (OperationsUnreachableException e) {
            LOG.warn("{}: its answer cannot be recorded now; the broker keeps it.", equipment);
            lost = true;
        } catch (MqttException e) {
            lost = true;
        }
    }

    // Answers to queries are heard by who asked; that something is running is no end.
    private void report(MqttAnswer answer) {
        Optional<DeviceWord> word = answer.word().filter(MqttListening::isAnEnd);
        if (word.isPresent()
                && answer.requestId().isEmpty()
                && answer.operationId().isPresent()) {
            reports.report(
                    equipment, answer.operationId().get(), answer.digest().orElse(null), word.get());
        }
    }

    private static boolean isAnEnd(DeviceWord word) {
        return word instanceof DeviceWord.Done
                || word instanceof DeviceWord.Failed
                || word instanceof DeviceWord.Refused;
    }

    @Override
    public void disconnected(MqttDisconnectResponse response) {
        lost = true;
    }

    @Override
    public void mqttErrorOccurred(MqttException exception) {
        LOG.warn("{}: {}", equipment, exception.getMessage());
    }

    @Override
    public void deliveryComplete(IMqttToken token) {
        // This connection sends nothing.
    }

    @Override
    public void connectComplete(boolean reconnect, String serverUri) {
        // Told by the answer to connect().
    }

    @Override
    public void authPacketArrived(int reasonCode, MqttProperties properties) {
        // No enhanced authentication is asked for.
    }

    @Override
    public void close() {
        lost = true;
        MqttConnections.drop(client);
    }
}
