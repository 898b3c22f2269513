package io.plantgate.delivery.erp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;

/** Who the gateway is to a target. */
interface Credentials {

    /** Nobody in particular: a target that asks for nothing, or for a client's certificate only. */
    Credentials NONE = request -> {};

    /**
     * Adds to a request what it needs.
     *
     * @throws io.plantgate.effect.NeverSentException if that cannot be had now
     * @throws CredentialsRefusedException if the gateway's own credentials are refused
     */
    void addTo(HttpRequest request);

    /** True if this answer refuses only what can be had anew, which the next request then does. */
    default boolean renewedAfter(HttpRequest request, HttpResponse response) {
        return false;
    }

    /** What must be kept nowhere. */
    default List<String> secrets() {
        return List.of();
    }

    /** Name and password in every request (RFC 7617), in UTF-8. */
    static Credentials basic(String userName, String password) {
        String value = "Basic "
                + Base64.getEncoder().encodeToString((userName + ":" + password).getBytes(StandardCharsets.UTF_8));
        return new Credentials() {
            @Override
            public void addTo(HttpRequest request) {
                request.setHeader(HttpHeaders.AUTHORIZATION, value);
            }

            @Override
            public List<String> secrets() {
                return List.of(password);
            }
        };
    }
}
