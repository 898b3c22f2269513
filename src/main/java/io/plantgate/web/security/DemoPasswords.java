package io.plantgate.web.security;

import java.net.InetAddress;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;

/** Keeps the passwords that everybody knows on this machine: they are refused on any address but loopback. */
final class DemoPasswords implements InitializingBean {

    private final Credentials credentials;
    private final InetAddress address;

    /** @param address where the gateway listens; null is every address of the machine */
    DemoPasswords(Credentials credentials, InetAddress address) {
        this.credentials = credentials;
        this.address = address;
    }

    @Override
    public void afterPropertiesSet() {
        List<String> names = credentials.withDemoPassword();
        if (!names.isEmpty() && (address == null || !address.isLoopbackAddress())) {
            throw new DemoPasswordsException(names, address);
        }
    }
}
