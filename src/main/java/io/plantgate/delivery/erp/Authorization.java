package io.plantgate.delivery.erp;

import java.time.Duration;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ClientHttpRequestFactorySettings;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/** Finds the client credentials that a target names, and asks their authorization server. */
final class Authorization {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final int ANSWER_BYTES_MAX = 65_536;

    private final ClientRegistrationRepository registrations;
    private final SslBundles bundles;

    /** @param registrations null if the configuration has none */
    Authorization(ClientRegistrationRepository registrations, SslBundles bundles) {
        this.registrations = registrations;
        this.bundles = bundles;
    }

    /** @throws IllegalStateException if there is no such registration */
    AccessTokens tokens(String registrationId, String sslBundle) {
        ClientRegistration registration =
                registrations == null ? null : registrations.findByRegistrationId(registrationId);
        if (registration == null) {
            throw new IllegalStateException(
                    ("http-target: no OAuth2 client '%s'. Add spring.security.oauth2.client.registration.%s and"
                                    + " …provider.%s.token-uri.")
                            .formatted(registrationId, registrationId, registrationId));
        }
        return new AccessTokens(registration, registrations, server(sslBundle));
    }

    private OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> server(String sslBundle) {
        ClientHttpRequestFactorySettings settings = ClientHttpRequestFactorySettings.defaults()
                .withConnectTimeout(ANSWER_MAX)
                .withReadTimeout(ANSWER_MAX)
                .withSslBundle(sslBundle.isEmpty() ? null : bundles.getBundle(sslBundle));
        RestClientClientCredentialsTokenResponseClient client = new RestClientClientCredentialsTokenResponseClient();
        client.setRestClient(RestClient.builder()
                .requestFactory(ClientHttpRequestFactoryBuilder.jdk().build(settings))
                .requestInterceptor(new BoundedAnswer(ANSWER_BYTES_MAX, ANSWER_MAX))
                .messageConverters(converters -> {
                    converters.clear();
                    converters.add(new FormHttpMessageConverter());
                    converters.add(new OAuth2AccessTokenResponseHttpMessageConverter());
                })
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        return client;
    }
}
