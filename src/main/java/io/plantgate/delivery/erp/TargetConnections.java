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
 * <p>With {@code single} an answer can only be that to the one request of its connection, whatever else a target writes. A
 * kept connection is looked at before each request and thrown away if it has ended or holds unread bytes; what a target
 * writes unasked in the moment between this look and its reading the request would still be taken for the answer.
 *
 * @param single true if a connection serves one request only
 * @param connect until a connection stands, and until one of the pool is free
 * @param deadline until the whole answer is there
 * @param answerBytesMax bytes of an answer that are read
 */
record TargetConnections(
        HttpTargets targets,
        Target target,
        boolean single,
        int concurrency,
        Duration connect,
        Duration deadline,
        int answerBytesMax) {

    // Whoever sends looks at the connection, and at more than the pool would.
    private static final TimeValue UNCHECKED = TimeValue.NEG_ONE_MILLISECOND;
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
        new GuardedSending(credentials, single, targets.deadlines(), deadline, answerBytesMax).guard(client);
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
                        .setValidateAfterInactivity(UNCHECKED)
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
