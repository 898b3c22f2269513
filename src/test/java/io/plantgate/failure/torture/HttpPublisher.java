package io.plantgate.failure.torture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** An MES client: posts one event and waits for its decision. */
final class HttpPublisher extends Publisher {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();

    HttpPublisher(Workload workload, PublishLog log, int port, int pauseMillis) {
        super("http", workload, log, 1, pauseMillis);
        this.address = URI.create("http://127.0.0.1:" + port + "/api/events/pumps");
    }

    @Override
    boolean publish(List<Publication> open) {
        if (!isDecided(open.get(0))) {
            return false;
        }
        log.acknowledged(open.remove(0));
        return true;
    }

    private boolean isDecided(Publication publication) {
        try {
            HttpRequest request =
                    post(address, publication).timeout(ANSWER_WITHIN).build();
            return isDecided(log, client.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static HttpRequest.Builder post(URI address, Publication publication) {
        String credential = Base64.getEncoder().encodeToString(TortureSite.USER.getBytes(StandardCharsets.US_ASCII));
        return HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic " + credential)
                .POST(BodyPublishers.ofByteArray(publication.raw()));
    }

    /** An answer with an arrival's id is a decision, whatever its status. */
    static boolean isDecided(PublishLog log, HttpResponse<String> response) {
        JsonNode answer = json(response.body());
        if (answer.path("arrivalId").isIntegralNumber()) {
            log.answered(
                    answer.get("arrivalId").longValue(), answer.path("decision").asText());
            return true;
        }
        if (response.statusCode() != 503) {
            log.complain("HTTP answered " + response.statusCode() + " "
                    + response.headers().map() + " " + response.body());
        }
        return false;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }
}
