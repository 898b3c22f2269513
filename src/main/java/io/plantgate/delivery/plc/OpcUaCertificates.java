package io.plantgate.delivery.plc;

import io.plantgate.operation.NeverReachedException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.eclipse.milo.opcua.sdk.client.OpcUaClientConfigBuilder;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
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
        try {
            SslBundle bundle = bundles.apply(name);
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
                    .setCertificateValidator(trusting(name, bundle.getStores().getTrustStore()));
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new NeverReachedException(
                    ("connection.sslBundle: \"%s\" is not there or holds no key and certificate that can be used; configure it under"
                                    + " spring.ssl.bundle")
                            .formatted(name),
                    e);
        }
    }

    private static CertificateValidator trusting(String name, KeyStore trusted) {
        return (List<X509Certificate> chain, String applicationUri, String[] names) -> {
            X509Certificate server = chain.get(0);
            try {
                server.checkValidity();
                if (trusted == null || trusted.getCertificateAlias(server) == null) {
                    throw new UaException(StatusCodes.Bad_CertificateUntrusted, untrusted(name, server));
                }
            } catch (CertificateException e) {
                throw new UaException(
                        StatusCodes.Bad_CertificateTimeInvalid,
                        "the server's certificate is not valid now (%s to %s); renew it at the server"
                                .formatted(
                                        server.getNotBefore().toInstant(),
                                        server.getNotAfter().toInstant()));
            } catch (GeneralSecurityException e) {
                throw new UaException(StatusCodes.Bad_CertificateInvalid, e);
            }
        };
    }

    private static String untrusted(String name, X509Certificate server) throws GeneralSecurityException {
        String fingerprint = HexFormat.ofDelimiter(":")
                .withUpperCase()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(server.getEncoded()));
        return ("the server's certificate (%s, SHA-256 %s) is not trusted. Compare this fingerprint at the server; if it is the"
                        + " right one, add the certificate to the truststore of the bundle \"%s\" (connection.sslBundle)")
                .formatted(server.getSubjectX500Principal(), fingerprint, name);
    }

    /** Why no session was made, in words that say what to do where the certificates are the reason. */
    static String said(Throwable cause) {
        long code =
                UaException.extractStatusCode(cause).map(StatusCode::getValue).orElse(0L);
        if (code == StatusCodes.Bad_SecurityChecksFailed) {
            return "%s. The server does not take the gateway's certificate: let it trust that of connection.sslBundle"
                    .formatted(cause.getMessage());
        }
        return String.valueOf(cause.getMessage());
    }
}
