package io.plantgate.web.security;

import java.net.InetAddress;
import java.util.List;

/** The demo's passwords would be reachable from elsewhere. */
final class DemoPasswordsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoPasswordsException(List<String> names, InetAddress address) {
        super("server.address is %s, and %s have the password of the demo, which everybody knows."
                .formatted(address == null ? "every address of this machine" : address.getHostAddress(), names));
    }
}
