package io.plantgate.delivery.erp;

import io.plantgate.delivery.erp.TargetSettings.Target;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** What the HTTP targets of a gateway share; the bean {@code httpTargets}. */
public final class HttpTargets implements AutoCloseable {

    private final TargetSettings settings;
    private final List<TargetAddress> standIns;
    private final SslBundles bundles;
    private final Authorization authorization;
    private final Clock clock;
    private final ScheduledThreadPoolExecutor deadlines;

    HttpTargets(
            TargetSettings settings,
            List<TargetAddress> standIns,
            SslBundles bundles,
            Authorization authorization,
            Clock clock) {
        this.settings = settings;
        this.standIns = standIns;
        this.bundles = bundles;
        this.authorization = authorization;
        this.clock = clock;
        this.deadlines = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "http-target-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        deadlines.setRemoveOnCancelPolicy(true);
    }

    /**
     * The configuration of a target, or the stand-in's address.
     *
     * @throws IllegalStateException if neither names an address
     */
    Target target(String name) {
        Target configured = settings.targets().getOrDefault(name, Target.NONE);
        if (!configured.url().isEmpty()) {
            return configured;
        }
        return standIns.stream()
                .filter(standIn -> standIn.target().equals(name))
                .findFirst()
                .map(configured::at)
                .orElseThrow(() -> new IllegalStateException(
                        ("http-target: nobody says where '%s' is. Set plantgate.delivery.erp.targets.%s.url in"
                                        + " config/sites/<site>.yaml.")
                                .formatted(name, name)));
    }

    Credentials credentials(Target target) {
        if (!target.oauth2Client().isEmpty()) {
            return authorization.tokens(target.oauth2Client(), target.sslBundle());
        }
        return target.userName().isEmpty() ? Credentials.NONE : Credentials.basic(target.userName(), target.password());
    }

    /** Checks the target's name too. A renewed bundle counts from the next connection on. */
    TlsSocketStrategy tls(Target target) {
        if (target.sslBundle().isEmpty()) {
            return DefaultClientTlsStrategy.createDefault();
        }
        AtomicReference<TlsSocketStrategy> now = new AtomicReference<>(strategy(bundles.getBundle(target.sslBundle())));
        bundles.addBundleUpdateHandler(target.sslBundle(), renewed -> now.set(strategy(renewed)));
        return (socket, host, port, attachment, context) -> now.get().upgrade(socket, host, port, attachment, context);
    }

    private static TlsSocketStrategy strategy(SslBundle bundle) {
        return new DefaultClientTlsStrategy(
                bundle.createSslContext(),
                bundle.getOptions().getEnabledProtocols(),
                bundle.getOptions().getCiphers(),
                SSLBufferMode.STATIC,
                HttpsSupport.getDefaultHostnameVerifier());
    }

    ScheduledExecutorService deadlines() {
        return deadlines;
    }

    Clock clock() {
        return clock;
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
    }
}
