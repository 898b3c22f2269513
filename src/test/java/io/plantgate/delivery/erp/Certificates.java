package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslStoreBundle;

/** Keys and certificates made by the JDK's keytool for one test. */
final class Certificates {

    private static final String PASSWORD = "changeit";

    private final Path directory;

    Certificates(Path directory) {
        this.directory = directory;
    }

    /** A key pair whose certificate it signs itself, for this name. */
    KeyStore keyOf(String name, String subjectAlternativeName) throws Exception {
        Path file = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "key",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + subjectAlternativeName,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile())
                .start();
        assertThat(keytool.waitFor(120, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** What trusts this key's certificate, and nothing else. */
    static KeyStore trusting(KeyStore key) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("peer", key.getCertificate("key"));
        return store;
    }

    /** @param key its own, or null */
    static SslBundle bundle(KeyStore key, KeyStore trusted) {
        return SslBundle.of(SslStoreBundle.of(key, key == null ? null : PASSWORD, trusted));
    }

    static SslBundles named(String name, SslBundle bundle) {
        return new DefaultSslBundleRegistry(name, bundle);
    }
}
