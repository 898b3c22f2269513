package io.plantgate.delivery.erp;

import io.plantgate.effect.NeverSentException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * The session that SAP's gateway wants of who changes something: a token and cookies, fetched by a read
 * ({@code X-CSRF-Token: Fetch}) and thrown away once the target answers 403 with {@code X-CSRF-Token: Required}.
 */
final class CsrfSession implements Credentials {

    private static final String TOKEN = "X-CSRF-Token";
    private static final String COOKIE = "Cookie";

    private final Credentials credentials;
    private final HttpClient client;
    private final String url;
    private final SharedFetch<Session> fetches = new SharedFetch<>();
    private Session session;

    private record Session(String token, String cookies) {}

    /**
     * @param credentials of the session itself
     * @param client for the read
     * @param url of the service
     */
    CsrfSession(Credentials credentials, HttpClient client, String url) {
        this.credentials = credentials;
        this.client = client;
        this.url = url;
    }

    @Override
    public void addTo(HttpRequest request) {
        credentials.addTo(request);
        Session now = fetches.get(this::session);
        request.setHeader(TOKEN, now.token());
        if (!now.cookies().isEmpty()) {
            request.setHeader(COOKIE, now.cookies());
        }
    }

    private Session session() {
        Session now = current();
        return now == null ? begin(fetch()) : now;
    }

    private synchronized Session current() {
        return session;
    }

    private synchronized Session begin(Session fresh) {
        session = fresh;
        return fresh;
    }

    private Session fetch() {
        HttpGet read = new HttpGet(url);
        credentials.addTo(read);
        read.setHeader(TOKEN, "Fetch");
        try {
            return client.execute(read, response -> began(read, response));
        } catch (IOException e) {
            throw new NeverSentException("No CSRF token from " + url + ": " + e.getMessage(), e);
        }
    }

    private Session began(HttpRequest read, ClassicHttpResponse response) throws IOException {
        EntityUtils.consumeQuietly(response.getEntity());
        Header token = response.getFirstHeader(TOKEN);
        if (response.getCode() < 300 && token != null) {
            return new Session(token.getValue(), cookies(response));
        }
        String said = "No CSRF token from %s: HTTP %d".formatted(url, response.getCode());
        if (List.of(401, 403).contains(response.getCode()) && !credentials.renewedAfter(read, response)) {
            throw new CredentialsRefusedException(said, null);
        }
        throw new NeverSentException(said);
    }

    private static String cookies(HttpResponse response) {
        return Arrays.stream(response.getHeaders("Set-Cookie"))
                .map(header -> header.getValue().replaceFirst(";.*", ""))
                .collect(Collectors.joining("; "));
    }

    @Override
    public synchronized boolean renewedAfter(HttpRequest request, HttpResponse response) {
        Header wanted = response.getFirstHeader(TOKEN);
        if (response.getCode() == 403 && wanted != null && "required".equalsIgnoreCase(wanted.getValue())) {
            Header sent = request.getFirstHeader(TOKEN);
            if (session != null && sent != null && session.token().equals(sent.getValue())) {
                session = null;
            }
            return true;
        }
        return credentials.renewedAfter(request, response);
    }

    @Override
    public synchronized List<String> secrets() {
        return session == null
                ? credentials.secrets()
                : Stream.concat(credentials.secrets().stream(), Stream.of(session.token()))
                        .toList();
    }
}
