package io.plantgate.delivery.erp;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where targets over HTTP are, and who the gateway is to them; prefix {@code plantgate.delivery.erp}.
 *
 * @param targets by the name that a channel's route gives
 */
@ConfigurationProperties("plantgate.delivery.erp")
record TargetSettings(@DefaultValue Map<String, Target> targets) {

    /**
     * One target. In every address, <code>{key}</code> stands for the effect's idempotency key and <code>{reference}</code>
     * for what the target last called it.
     *
     * @param url where effects are posted, of an OData batch its {@code $batch}
     * @param queryUrl where a status query asks, in a batch relative to the service; empty if the target cannot be asked
     * @param itemUrl the entity set that the items of a batch are posted to, relative to the service
     * @param csrfUrl where a CSRF token is fetched ({@code X-CSRF-Token: Fetch}); empty if none is needed
     * @param userName for basic authentication; empty for none
     * @param password its password
     * @param oauth2Client name of a {@code spring.security.oauth2.client.registration} with the client credentials; empty
     *     for none
     * @param sslBundle name of a {@code spring.ssl.bundle} with the target's certificates, and the gateway's own for mutual
     *     TLS; empty for those that the platform trusts
     */
    record Target(
            @DefaultValue("") String url,
            @DefaultValue("") String queryUrl,
            @DefaultValue("") String itemUrl,
            @DefaultValue("") String csrfUrl,
            @DefaultValue("") String userName,
            @DefaultValue("") String password,
            @DefaultValue("") String oauth2Client,
            @DefaultValue("") String sslBundle) {

        static final Target NONE = new Target("", "", "", "", "", "", "", "");

        Target at(TargetAddress standIn) {
            return new Target(
                    standIn.url(),
                    standIn.queryUrl(),
                    standIn.itemUrl(),
                    standIn.csrfUrl(),
                    userName,
                    password,
                    oauth2Client,
                    sslBundle);
        }
    }
}
