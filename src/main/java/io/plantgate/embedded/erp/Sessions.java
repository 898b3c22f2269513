package io.plantgate.embedded.erp;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;

/**
 * CSRF protection as SAP's gateway has it: a read with {@code X-CSRF-Token: Fetch} gives a token and a session's cookie,
 * and a change wants both back, else 403 with {@code X-CSRF-Token: Required}.
 */
final class Sessions {

    static final String TOKEN = "X-CSRF-Token";
    static final String COOKIE = "SAP_SESSIONID";

    private final Set<String> open = ConcurrentHashMap.newKeySet();

    /** A session; its token is its cookie's value. */
    String begin() {
        String session = UUID.randomUUID().toString();
        open.add(session);
        return session;
    }

    void end() {
        open.clear();
    }

    boolean knows(HttpRequest request) {
        Header token = request.getFirstHeader(TOKEN);
        Header cookie = request.getFirstHeader("Cookie");
        return token != null
                && cookie != null
                && open.contains(token.getValue())
                && cookie.getValue().contains(COOKIE + "=" + token.getValue());
    }
}
