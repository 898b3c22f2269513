package io.plantgate.delivery.erp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** Gives tokens to the client {@code plantgate} for its secret, as RFC 6749, section 4.4, has it. */
final class AuthorizationServer implements AutoCloseable {

    static final String CLIENT = "plantgate";
    static final String SECRET = "s3cr&t=+ %";

    private final HttpServer server;
    private final String scheme;
    private final AtomicInteger given = new AtomicInteger();
    private volatile int failure;
    private volatile boolean endless;

    /** @param tls null for plain HTTP */
    AuthorizationServer(SSLContext tls) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(address, 0);
        } else {
            HttpsServer https = HttpsServer.create(address, 0);
            https.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = https;
        }
        scheme = tls == null ? "http" : "https";
        server.createContext("/token", this::answer);
        server.start();
    }

    String tokenUrl() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/token";
    }

    int given() {
        return given.get();
    }

    /** The header of the token that was given last. */
    String newest() {
        return "Bearer token-" + given.get();
    }

    /** From now on answers this status only. */
    void failWith(int status) {
        failure = status;
    }

    /** From now on answers without an end. */
    void neverEnd() {
        endless = true;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String encoded = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String basic = "Basic " + Base64.getEncoder().encodeToString(encoded.getBytes(StandardCharsets.UTF_8));
        boolean known = basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && form.contains("grant_type=client_credentials");
        if (endless) {
            flood(exchange);
        } else if (failure > 0) {
            say(exchange, failure, "{\"error\":\"temporarily_unavailable\"}");
        } else if (known) {
            say(
                    exchange,
                    200,
                    "{\"access_token\":\"token-%d\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
                            .formatted(given.incrementAndGet()));
        } else {
            say(exchange, 401, "{\"error\":\"invalid_client\"}");
        }
    }

    private static void flood(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        byte[] zeros = "0,".repeat(50_000).getBytes(StandardCharsets.UTF_8);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write("{\"access_token\":\"token\",\"token_type\":\"Bearer\",\"more\":["
                    .getBytes(StandardCharsets.UTF_8));
            // More than all memory, until the reader leaves.
            for (int i = 0; i < 1_000_000; i++) {
                body.write(zeros);
            }
        }
    }

    private static void say(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
