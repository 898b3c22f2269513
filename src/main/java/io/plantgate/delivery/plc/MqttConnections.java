package io.plantgate.delivery.plc;

import io.plantgate.operation.NeverReachedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import javax.net.SocketFactory;
import javax.net.ssl.SSLException;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.springframework.boot.ssl.NoSuchSslBundleException;

/** Makes Paho clients that never reconnect by themselves, and turns their tokens into what can be waited for. */
final class MqttConnections {

    private static final int CAUSES_MAX = 10;

    private final Function<String, SocketFactory> bundles;

    /** @param bundles TLS by the name of a {@code spring.ssl.bundle} */
    MqttConnections(Function<String, SocketFactory> bundles) {
        this.bundles = bundles;
    }

    /** @throws NeverReachedException if the address is none */
    MqttAsyncClient client(MqttLine line, String clientId) {
        try {
            return new MqttAsyncClient(line.url(), clientId, new MemoryPersistence());
        } catch (MqttException | IllegalArgumentException e) {
            throw new NeverReachedException(line.url() + ": " + e.getMessage(), e);
        }
    }

    static String attemptId(String equipment) {
        return "plantgate-" + equipment + "-" + UUID.randomUUID();
    }

    /** Of a session that ends with its connection. */
    MqttConnectionOptions options(MqttLine line, Duration within) {
        MqttConnectionOptions options = new MqttConnectionOptions();
        options.setCleanStart(true);
        options.setAutomaticReconnect(false);
        options.setConnectionTimeout((int) Math.max(1, within.toSeconds()));
        line.user().ifPresent(options::setUserName);
        line.password().map(text -> text.getBytes(StandardCharsets.UTF_8)).ifPresent(options::setPassword);
        line.sslBundle().map(this::tls).ifPresent(options::setSocketFactory);
        return options;
    }

    private SocketFactory tls(String bundle) {
        try {
            return bundles.apply(bundle);
        } catch (NoSuchSslBundleException e) {
            throw new NeverReachedException(
                    "connection.sslBundle: there is no bundle \"%s\"; configure spring.ssl.bundle".formatted(bundle),
                    e);
        }
    }

    /** Why no connection was made, in words that say what to do where the certificates are the reason. */
    static String said(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof SSLException) {
                return ("no TLS connection (%s). Check the certificates of connection.sslBundle against the broker's, and the name"
                                + " in the broker's certificate against that in the url")
                        .formatted(cause.getMessage());
            }
            cause = cause.getCause();
        }
        return String.valueOf(failure.getMessage());
    }

    /** A call of Paho's that takes a listener. */
    @FunctionalInterface
    interface Call {
        void start(MqttActionListener listener) throws MqttException;
    }

    static CompletionStage<IMqttToken> stage(Call call) {
        CompletableFuture<IMqttToken> done = new CompletableFuture<>();
        try {
            call.start(new MqttActionListener() {
                @Override
                public void onSuccess(IMqttToken token) {
                    done.complete(token);
                }

                @Override
                public void onFailure(IMqttToken token, Throwable cause) {
                    done.completeExceptionally(cause);
                }
            });
        } catch (MqttException e) {
            done.completeExceptionally(e);
        }
        return done;
    }

    /** The one reason code of a SUBACK or PUBACK; Paho takes a refused subscription for a success. */
    static int reason(IMqttToken token) {
        int[] codes = token.getReasonCodes();
        return codes == null || codes.length == 0 ? 0 : codes[0];
    }

    static void drop(MqttAsyncClient client) {
        try {
            client.disconnectForcibly(0, 1, false);
            client.close(true);
        } catch (MqttException | RuntimeException e) {
            // It is gone, which is what was wanted.
        }
    }
}
