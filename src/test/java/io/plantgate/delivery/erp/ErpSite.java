package io.plantgate.delivery.erp;

import io.plantgate.delivery.erp.TargetSettings.Target;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

/** What an HTTP channel finds in a site's registry, for tests of other packages. */
public final class ErpSite {

    private ErpSite() {}

    /** The bean httpTargets of a site whose one target {@code erp} takes postings there. */
    public static HttpTargets at(String postingsUrl) {
        SslBundles none = new DefaultSslBundleRegistry();
        return new HttpTargets(
                new TargetSettings(Map.of("erp", new Target(postingsUrl, "", "", "", "", "", "", ""))),
                List.of(),
                none,
                new Authorization(null, none),
                Clock.systemUTC());
    }
}
