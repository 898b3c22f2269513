package io.plantgate.delivery.plc;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.eclipse.milo.opcua.sdk.client.OpcUaClientConfigBuilder;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.springframework.boot.ssl.SslBundle;

/**
 * The gateway's own certificate and those that it trusts, from a {@code spring.ssl.bundle}. A server's certificate must stand
 * in the truststore itself: OPC UA servers mostly have self-signed ones, and which of them is meant is decided by a person.
 */
final class OpcUaCertificates {

    /** Must be in the gateway's certificate as a URI (Part 6, 6.2.2). */
    static final String APPLICATION_URI = "urn:plantgate:gateway";

    private final Function<String, SslBundle> bundles;

    OpcUaCertificates(Function<String, SslBundle> bundles) {
        this.bundles = bundles;
    }

    void put(String name, OpcUaClientConfigBuilder config) {
        SslBundle bundle = bundles.apply(name);
        try {
            KeyStore keys = bundle.getStores().getKeyStore();
            String alias = Collections.list(keys.aliases()).get(0);
            char[] password = bundle.getKey().getPassword() == null
                    ? null
                    : bundle.getKey().getPassword().toCharArray();
            X509Certificate[] chain = Arrays.stream(keys.getCertificateChain(alias))
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
            config.setKeyPair(new KeyPair(chain[0].getPublicKey(), (PrivateKey) keys.getKey(alias, password)))
                    .setCertificate(chain[0])
                    .setCertificateChain(chain)
                    .setCertificateValidator(trusting(bundle.getStores().getTrustStore()));
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "connection.sslBundle: \"%s\" holds no key and certificate that can be used".formatted(name), e);
        }
    }

    private static CertificateValidator trusting(KeyStore trusted) {
        return (List<X509Certificate> chain, String applicationUri, String[] names) -> {
            try {
                Certificate server = chain.get(0);
                chain.get(0).checkValidity();
                if (trusted == null || trusted.getCertificateAlias(server) == null) {
                    throw new UaException(
                            StatusCodes.Bad_CertificateUntrusted, "the server's certificate is not in the truststore");
                }
            } catch (GeneralSecurityException e) {
                throw new UaException(StatusCodes.Bad_CertificateInvalid, e);
            }
        };
    }
}
