package io.plantgate.inlet.mqtt;

import javax.net.ssl.SSLException;
import org.eclipse.paho.mqttv5.client.MqttClientException;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.packet.MqttReturnCode;

/** Why a broker was not subscribed to, in words that say what to do. Never names a password. */
final class Refusal {

    private static final int CAUSES_MAX = 10;

    private Refusal() {}

    static String describe(Exception failure) {
        if (failure instanceof SubscriptionRefusedException) {
            return failure.getMessage();
        }
        SSLException tls = tlsBehind(failure);
        if (tls != null) {
            return ("no TLS connection (%s). Check the certificates of plantgate.inlet.mqtt.ssl-bundle against the"
                            + " broker's, and the name in the broker's certificate against that in the address")
                    .formatted(tls.getMessage());
        }
        if (failure instanceof MqttException refusal && isAboutTheUser(refusal.getReasonCode())) {
            return ("the broker does not let this user in (%s). Check plantgate.inlet.mqtt.user-name and password, and"
                            + " whom the broker knows")
                    .formatted(refusal);
        }
        return String.valueOf(failure);
    }

    // CONNACK, MQTT 5, 3.2.2.2: 0x86, 0x87 and 0x8A; Paho has numbers of its own for those of MQTT 3.
    private static boolean isAboutTheUser(int reasonCode) {
        return switch (reasonCode) {
            case MqttReturnCode.RETURN_CODE_BAD_USERNAME_OR_PASSWORD,
                    MqttReturnCode.RETURN_CODE_NOT_AUTHORIZED,
                    MqttReturnCode.RETURN_CODE_BANNED,
                    MqttClientException.REASON_CODE_FAILED_AUTHENTICATION,
                    MqttClientException.REASON_CODE_NOT_AUTHORIZED -> true;
            default -> false;
        };
    }

    private static SSLException tlsBehind(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof SSLException tls) {
                return tls;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
