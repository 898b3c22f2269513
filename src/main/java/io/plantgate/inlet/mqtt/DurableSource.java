package io.plantgate.inlet.mqtt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.component.paho.mqtt5.PahoMqtt5Configuration;

/**
 * A source whose messages survive a gateway that is away: the broker keeps a session under its client id.
 *
 * @param inlet the name of this way in, kept with every arrival
 * @param credential the device credential that bounds which sources it may speak for, or null
 * @param inFlightMax arrivals handed to the ledger and not yet decided
 * @param fullMillisMax how long reading may pause while that many are in flight; well below keep-alive
 */
record DurableSource(
        String inlet,
        String credential,
        String brokerUrl,
        String clientId,
        String topic,
        int qos,
        int inFlightMax,
        long fullMillisMax) {

    private static final long FULL_MILLIS_MAX = 15_000;

    /**
     * Checks what would lose messages.
     *
     * @throws IllegalArgumentException naming every setting that is wrong and what to write instead
     */
    static DurableSource of(DurableEndpoint endpoint, String brokerUrl) {
        PahoMqtt5Configuration options = endpoint.getConfiguration();
        List<String> wrong = new ArrayList<>();
        require(
                wrong,
                brokerUrl != null && !brokerUrl.isBlank(),
                "brokerUrl: no broker is configured. Set plantgate.inlet.mqtt.broker-url.");
        require(wrong, endpoint.getTopic() != null && !endpoint.getTopic().isBlank(), "topic: it is missing.");
        require(
                wrong,
                !hasBlankLevel(endpoint.getTopic()),
                "topic: '%s' has a level that is a blank; Camel reads a plus in an address as one. Write RAW(plant/+/trip)."
                        .formatted(endpoint.getTopic()));
        require(
                wrong,
                options.getClientId() != null && !options.getClientId().isBlank(),
                "clientId: it is missing, so the broker could not find the session again. Give each node one of its own.");
        require(
                wrong,
                options.getQos() == 1,
                "qos: it is %d. Only 1 is acknowledged after the commit.".formatted(options.getQos()));
        require(
                wrong,
                !options.isCleanStart(),
                "cleanStart: it is true, so the broker would throw away what came meanwhile. Set it to false.");
        require(
                wrong,
                options.getSessionExpiryInterval() > 0,
                "sessionExpiryInterval: it is %d, so the session would end with the connection. Set it to the longest"
                                .formatted(options.getSessionExpiryInterval())
                        + " time in seconds that the gateway may be away.");
        require(
                wrong,
                endpoint.inFlightMax() >= 1,
                "inFlightMax: it is %d; at least 1.".formatted(endpoint.inFlightMax()));
        require(
                wrong,
                options.getReceiveMaximum() >= 1 && options.getReceiveMaximum() <= endpoint.inFlightMax(),
                "receiveMaximum: it is %d. Set it to 1 … inFlightMax (%d), so that the broker waits instead of the gateway."
                        .formatted(options.getReceiveMaximum(), endpoint.inFlightMax()));
        require(
                wrong,
                options.getKeepAliveInterval() >= 5,
                "keepAliveInterval: it is %d seconds; at least 5, or a dead connection is never noticed."
                        .formatted(options.getKeepAliveInterval()));
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(
                    endpoint.inlet() + ": this source would lose messages.\n  " + String.join("\n  ", wrong));
        }
        long quarter = TimeUnit.SECONDS.toMillis(options.getKeepAliveInterval()) / 4;
        return new DurableSource(
                endpoint.inlet(),
                endpoint.credential(),
                brokerUrl,
                options.getClientId(),
                endpoint.getTopic(),
                options.getQos(),
                endpoint.inFlightMax(),
                Math.min(FULL_MILLIS_MAX, quarter));
    }

    private static boolean hasBlankLevel(String topic) {
        return topic != null && Arrays.asList(topic.split("/")).contains(" ");
    }

    private static void require(List<String> wrong, boolean right, String otherwise) {
        if (!right) {
            wrong.add(otherwise);
        }
    }
}
