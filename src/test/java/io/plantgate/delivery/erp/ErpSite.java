package io.plantgate.delivery.erp;

import io.plantgate.delivery.erp.TargetSettings.Target;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

/** What an HTTP channel finds in a site's registry, for tests of other packages. */
public final class ErpSite {

    private ErpSite() {}

    /** The bean httpTargets of a site whose one target {@code erp} takes postings there. */
    public static HttpTargets at(String postingsUrl) {
        return at(Map.of("erp", postingsUrl));
    }

    /** The same with several targets. */
    public static HttpTargets at(Map<String, String> postingsUrls) {
        SslBundles none = new DefaultSslBundleRegistry();
        Map<String, Target> targets = new TreeMap<>();
        postingsUrls.forEach((name, url) -> targets.put(name, new Target(url, "", "", "", "", "", "", "")));
        return new HttpTargets(
                new TargetSettings(targets), List.of(), none, new Authorization(null, none), Clock.systemUTC());
    }
}
