package io.plantgate.embedded.plc;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.eclipse.milo.opcua.sdk.server.EndpointConfig;
import org.eclipse.milo.opcua.stack.core.security.CertificateFactory;
import org.eclipse.milo.opcua.stack.core.security.CertificateManager;
import org.eclipse.milo.opcua.stack.core.security.DefaultApplicationGroup;
import org.eclipse.milo.opcua.stack.core.security.DefaultCertificateManager;
import org.eclipse.milo.opcua.stack.core.security.DefaultServerCertificateValidator;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateQuarantine;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateStore;
import org.eclipse.milo.opcua.stack.core.security.MemoryTrustListManager;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;

/**
 * Who a simulated OPC UA server is, and whom it trusts.
 *
 * @param keys its own
 * @param certificate its own, self-signed
 * @param trusted certificates of the clients that it takes
 */
public record OpcUaIdentity(KeyPair keys, X509Certificate certificate, List<X509Certificate> trusted) {

    /** One without security to be found by, and one that signs and encrypts. */
    Set<EndpointConfig> endpoints(EndpointConfig.Builder discovery, EndpointConfig.Builder secured) {
        return Set.of(
                discovery.build(),
                secured.setCertificate(certificate)
                        .setSecurityPolicy(SecurityPolicy.Basic256Sha256)
                        .setSecurityMode(MessageSecurityMode.SignAndEncrypt)
                        .build());
    }

    CertificateManager certificates() {
        MemoryCertificateQuarantine quarantine = new MemoryCertificateQuarantine();
        MemoryTrustListManager clients = new MemoryTrustListManager();
        clients.setTrustedCertificates(trusted);
        try {
            return new DefaultCertificateManager(
                    quarantine,
                    DefaultApplicationGroup.createAndInitialize(
                            clients,
                            new MemoryCertificateStore(),
                            new Own(),
                            new DefaultServerCertificateValidator(clients, quarantine)));
        } catch (Exception e) {
            throw new IllegalStateException("the OPC UA server's certificate cannot be used", e);
        }
    }

    private final class Own implements CertificateFactory {

        @Override
        public KeyPair createKeyPair(NodeId type) {
            return keys;
        }

        @Override
        public X509Certificate[] createCertificateChain(NodeId type, KeyPair pair) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public ByteString createSigningRequest(
                NodeId type, KeyPair pair, X500Name subject, String uri, List<String> names, List<String> addresses) {
            throw new UnsupportedOperationException("a simulated server's certificate is never renewed");
        }
    }
}
