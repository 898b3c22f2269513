package io.plantgate.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A plant's certificate authority, made anew for each test by the JDK's {@code keytool}: nothing of it is kept, so nothing
 * of it can expire. All files are PEM.
 */
public final class TestAuthority {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path directory;
    private final Path store;

    /** @param directory for its files; made where it is missing */
    public TestAuthority(Path directory) throws Exception {
        this.directory = Files.createDirectories(directory);
        this.store = directory.resolve("authority.p12");
        keytool("-alias", "ca", "-dname", "CN=Plant CA of a test", "-ext", "bc:c");
        Files.writeString(certificate(), pem("CERTIFICATE", open().getCertificate("ca")));
    }

    /** The authority's own certificate: who trusts it trusts all that it issues. */
    public Path certificate() {
        return directory.resolve("ca.pem");
    }

    /** A key and its certificate for who is reached as {@code 127.0.0.1} and {@code localhost}. */
    public Issued issue(String name) throws Exception {
        return issue(name, "san=ip:127.0.0.1,dns:localhost");
    }

    /** The same for another name, e.g. {@code san=dns:elsewhere.plant.example}. */
    public Issued issue(String name, String subjectAlternativeName) throws Exception {
        keytool("-alias", name, "-signer", "ca", "-dname", "CN=" + name, "-ext", subjectAlternativeName);
        Issued issued = new Issued(directory.resolve(name + ".pem"), directory.resolve(name + ".key"));
        Files.writeString(issued.certificate(), pem("CERTIFICATE", open().getCertificate(name)));
        Files.writeString(
                issued.key(), pem("PRIVATE KEY", open().getKey(name, PASSWORD).getEncoded()));
        return issued;
    }

    /**
     * @param certificate of its holder
     * @param key in PKCS #8, not encrypted
     */
    public record Issued(Path certificate, Path key) {}

    private KeyStore open() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(store)) {
            keys.load(bytes, PASSWORD);
        }
        return keys;
    }

    private void keytool(String... about) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass", new String(PASSWORD)));
        command.addAll(List.of(about));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool: " + Files.readString(directory.resolve("keytool.log")));
        }
    }

    private static String pem(String kind, Certificate certificate) throws GeneralSecurityException {
        return pem(kind, certificate.getEncoded());
    }

    private static String pem(String kind, byte[] encoded) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, LINES.encodeToString(encoded), kind);
    }
}
