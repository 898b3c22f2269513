package io.plantgate.inlet.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.testing.GatewayTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Posts real bytes over real HTTP to the whole gateway. */
abstract class HttpGatewayTest extends GatewayTest {

    static final ObjectMapper JSON = new ObjectMapper();
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final AtomicInteger SOURCES = new AtomicInteger();

    @LocalServerPort
    int port;

    /** A source that no other test uses. */
    static String newSource() {
        return "HTTP-" + SOURCES.incrementAndGet() + "/Trip";
    }

    static String trip(String source, String transitionId, String bootId, String severity) {
        return """
                {"source":"%s","transitionId":"%s","bootId":"%s","severity":"%s"}""".formatted(source, transitionId, bootId, severity);
    }

    HttpRequest.Builder request(String path, String as) {
        String credential = Base64.getEncoder().encodeToString((as + ":demo").getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(120))
                .header("Authorization", "Basic " + credential);
    }

    HttpResponse<String> post(String body) {
        return post("/api/events/pumps", BodyPublishers.ofString(body), "application/json");
    }

    HttpResponse<String> post(String path, BodyPublisher body, String contentType) {
        return send(
                request(path, "operator").header("Content-Type", contentType).POST(body));
    }

    HttpResponse<String> get(String path) {
        return send(request(path, "viewer").GET());
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(answer.body(), e);
        }
    }
}
