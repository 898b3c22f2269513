package io.plantgate.delivery.erp;

import io.plantgate.delivery.erp.TargetSettings.Target;
import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * One target's HTTP client: as many connections as workers, shared with no other target. It sends nothing again by itself
 * (Apache HttpClient does so by default, after a 429 or 503 too), follows no redirect and keeps no cookies.
 *
 * @param connect until a connection stands, and until one of the pool is free
 * @param deadline until the whole answer is there
 * @param answerBytesMax bytes of an answer that are read
 */
record TargetConnections(
        HttpTargets targets, Target target, int concurrency, Duration connect, Duration deadline, int answerBytesMax) {

    // A connection that the target has closed meanwhile is found out before it costs an unknown.
    private static final TimeValue CHECKED_AFTER_IDLE = TimeValue.ofMilliseconds(200);
    // Nothing else bounds them: an answer's headers without end would take all memory.
    private static final ManagedHttpClientConnectionFactory BOUNDED_HEADERS =
            ManagedHttpClientConnectionFactory.builder()
                    .http1Config(Http1Config.custom()
                            .setMaxHeaderCount(200)
                            .setMaxLineLength(1 << 16)
                            .build())
                    .build();
    private static final TimeValue KEPT = TimeValue.ofMinutes(5);

    /** Makes the client send as this target wants it, and returns the credentials that it sends with. */
    Credentials configure(HttpClientBuilder client, Credentials own) {
        HttpClientConnectionManager pool = pool();
        Credentials credentials = target.csrfUrl().isEmpty()
                ? own
                : new CsrfSession(own, sessionClient(pool).build(), target.csrfUrl());
        guarded(client.setConnectionManager(pool), credentials);
        return credentials;
    }

    // A worker that fetches a session holds no other connection meanwhile.
    private HttpClientBuilder sessionClient(HttpClientConnectionManager pool) {
        return guarded(
                HttpClients.custom().setConnectionManager(pool).setConnectionManagerShared(true), Credentials.NONE);
    }

    private HttpClientBuilder guarded(HttpClientBuilder client, Credentials credentials) {
        client.setDefaultRequestConfig(timeouts())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .setUserAgent("Plantgate");
        new GuardedSending(credentials, targets.deadlines(), deadline, answerBytesMax).guard(client);
        return client;
    }

    private HttpClientConnectionManager pool() {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(concurrency)
                .setMaxConnTotal(concurrency)
                .setTlsSocketStrategy(targets.tls(target))
                .setConnectionFactory(BOUNDED_HEADERS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connect))
                        .setSocketTimeout(Timeout.of(deadline))
                        .setValidateAfterInactivity(CHECKED_AFTER_IDLE)
                        .setTimeToLive(KEPT)
                        .build())
                .build();
    }

    private RequestConfig timeouts() {
        return RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(connect))
                .setResponseTimeout(Timeout.of(deadline))
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .build();
    }
}
