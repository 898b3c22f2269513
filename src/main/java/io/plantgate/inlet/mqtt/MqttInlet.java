package io.plantgate.inlet.mqtt;

import io.plantgate.inlet.InFlightShares;
import io.plantgate.inlet.QuarantineWatch;
import io.plantgate.inlet.TransportFacts;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import java.util.function.Function;
import javax.net.SocketFactory;

/**
 * What all MQTT sources of the site have in common.
 *
 * @param standIn the broker where no address is configured, or null
 * @param tls makes sockets of a named bundle
 */
record MqttInlet(
        MqttInletProperties properties,
        MqttBrokerAddress standIn,
        Function<String, SocketFactory> tls,
        Profiles profiles,
        TransportFacts facts,
        InFlightShares shares,
        QuarantineWatch quarantine,
        Sources sources) {

    String brokerUrl() {
        return properties.brokerUrl().isBlank() && standIn != null ? standIn.url() : properties.brokerUrl();
    }

    Profile profile(String name, String uri) {
        return profiles.find(name)
                .orElseThrow(() -> new IllegalArgumentException(uri + ": there is no profile '" + name
                        + "'. Expected is the file " + name + ".profile.yaml in the site's folder."));
    }
}
