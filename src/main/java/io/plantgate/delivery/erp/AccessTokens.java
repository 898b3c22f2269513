package io.plantgate.delivery.erp;

import io.plantgate.effect.NeverSentException;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ClientCredentialsOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.web.client.HttpClientErrorException;

/**
 * OAuth 2.0 client credentials (RFC 6749, section 4.4): a token is fetched when there is none or it is about to end, and
 * thrown away when the target refuses it.
 */
final class AccessTokens implements Credentials {

    private static final String BEARER = "Bearer ";
    private static final String OWNER = "plantgate";
    // RFC 6749, section 5.2: errors that the same credentials meet every time.
    private static final Set<String> REFUSED =
            Set.of("invalid_client", "unauthorized_client", "invalid_grant", "invalid_scope", "unsupported_grant_type");

    private final String registration;
    private final String secret;
    private final OAuth2AuthorizedClientService tokens;
    private final AuthorizedClientServiceOAuth2AuthorizedClientManager manager;
    private final SharedFetch<String> fetches = new SharedFetch<>();
    private String token = "";
    private boolean young;

    AccessTokens(
            ClientRegistration registration,
            ClientRegistrationRepository registrations,
            OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> authorizationServer) {
        this.registration = registration.getRegistrationId();
        this.secret = registration.getClientSecret();
        this.tokens = new InMemoryOAuth2AuthorizedClientService(registrations);
        this.manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, tokens);
        ClientCredentialsOAuth2AuthorizedClientProvider provider =
                new ClientCredentialsOAuth2AuthorizedClientProvider();
        provider.setAccessTokenResponseClient(authorizationServer);
        manager.setAuthorizedClientProvider(provider);
    }

    @Override
    public void addTo(HttpRequest request) {
        request.setHeader(HttpHeaders.AUTHORIZATION, BEARER + fetches.get(this::token));
    }

    private String token() {
        try {
            OAuth2AuthorizedClient client =
                    manager.authorize(OAuth2AuthorizeRequest.withClientRegistrationId(registration)
                            .principal(OWNER)
                            .build());
            return now(client.getAccessToken().getTokenValue());
        } catch (OAuth2AuthorizationException e) {
            String message = "OAuth2 client '" + registration + "': " + e.getMessage();
            if (isRefusal(e)) {
                throw new CredentialsRefusedException(message, e);
            }
            throw new NeverSentException(message, e);
        }
    }

    private synchronized String now(String value) {
        young = !value.equals(token);
        token = value;
        return value;
    }

    // Spring reads the error of a 400 only.
    private static boolean isRefusal(OAuth2AuthorizationException e) {
        return REFUSED.contains(e.getError().getErrorCode())
                || NestedExceptionUtils.getMostSpecificCause(e) instanceof HttpClientErrorException answered
                        && List.of(401, 403).contains(answered.getStatusCode().value());
    }

    /** A token that had served before may have been taken back; one that was refused at its first use is no good at all. */
    @Override
    public synchronized boolean renewedAfter(HttpRequest request, HttpResponse response) {
        if (response.getCode() != 401) {
            return false;
        }
        boolean ofThisRequest =
                request.getFirstHeader(HttpHeaders.AUTHORIZATION).getValue().equals(BEARER + token);
        if (ofThisRequest) {
            tokens.removeAuthorizedClient(registration, OWNER);
        }
        return !ofThisRequest || !young;
    }

    @Override
    public synchronized List<String> secrets() {
        return List.of(secret, token);
    }
}
