package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Tag;
import java.util.Optional;
import java.util.Set;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;

/**
 * How one OPC UA server is reached.
 *
 * @param url {@code opc.tcp://host:4840/path}; its host and port win over those that the server says of itself
 * @param password never logged
 * @param security {@code none}, or a policy that signs and encrypts with the certificates of {@code sslBundle}
 */
record OpcUaLine(
        String url, Optional<String> user, Optional<String> password, Security security, Optional<String> sslBundle) {

    static final int PORT = 4840;

    private static final Set<String> KEYS = Set.of("url", "user", "password", "security", "sslBundle");
    private static final Set<String> TAG_KEYS = Set.of("node", "type");

    enum Security {
        NONE(SecurityPolicy.None),
        BASIC256SHA256(SecurityPolicy.Basic256Sha256),
        AES128_SHA256_RSA_OAEP(SecurityPolicy.Aes128_Sha256_RsaOaep),
        AES256_SHA256_RSA_PSS(SecurityPolicy.Aes256_Sha256_RsaPss);

        private final SecurityPolicy policy;

        Security(SecurityPolicy policy) {
            this.policy = policy;
        }

        SecurityPolicy policy() {
            return policy;
        }

        /** A server may offer the same policy without encryption, too. */
        boolean is(EndpointDescription offered) {
            return policy.getUri().equals(offered.getSecurityPolicyUri())
                    && (this == NONE || offered.getSecurityMode() == MessageSecurityMode.SignAndEncrypt);
        }
    }

    static OpcUaLine of(JsonNode connection) {
        Settings settings = Settings.of("connection", connection, KEYS);
        OpcUaLine line = new OpcUaLine(
                settings.text("url"),
                settings.optionalText("user"),
                settings.optionalText("password"),
                settings.oneOf("security", Security.class, Security.NONE),
                settings.optionalText("sslBundle"));
        // Refuses a url without a host before anything is sent there.
        line.server();
        if (line.security() != Security.NONE && line.sslBundle().isEmpty()) {
            throw new IllegalArgumentException(
                    "connection.sslBundle is missing: " + line.security().policy()
                            + " needs the gateway's certificate and key, and the server's certificate to trust");
        }
        return line;
    }

    /**
     * Host and port, in one spelling.
     *
     * @throws IllegalArgumentException if the url has none
     */
    String server() {
        return Places.server("connection.url", url, "opc.tcp://host:4840", PORT);
    }

    /** @param type in which it is written */
    record Variable(NodeId node, OpcUaType type) {}

    static Variable variable(Tag tag) {
        Settings settings = Settings.of("tags." + tag.name(), tag.address(), TAG_KEYS);
        return new Variable(node(settings, "node"), settings.oneOf("type", OpcUaType.class, null));
    }

    /** @throws IllegalArgumentException if it is none, e.g. {@code ns=2;s=Conveyor.Speed} */
    static NodeId node(Settings settings, String key) {
        return NodeId.parseSafe(settings.text(key))
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s.%s is no node id; it looks like ns=2;s=Conveyor.Speed".formatted(settings.path(), key)));
    }

    // A record's own text would name the password.
    @Override
    public String toString() {
        return "OpcUaLine[" + url + ", " + security + "]";
    }
}
