package io.plantgate.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.embedded.erp.Posting;
import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import io.plantgate.site.Plantgate;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/** The whole gateway in a process of its own, killed while the ERP has booked and has not answered yet. */
class KilledAfterSendingTest {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String EVENT =
            "{\"source\":\"KILL-01/Trip\",\"transitionId\":\"T1\",\"bootId\":\"B1\",\"severity\":\"High\"}";

    @TempDir
    Path directory;

    private final SimulatedErp erp = SimulatedErp.start(0);
    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final HttpClient http = HttpClient.newHttpClient();
    private int port;
    private Process gateway;

    @AfterEach
    void stop() throws InterruptedException {
        if (gateway != null) {
            gateway.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        erp.close();
        database.close();
    }

    @Test
    @Tag("I08")
    @Tag("E-54")
    @Tag("E-58")
    void whatWasSentBeforeTheKillIsSentAgainWithItsKeyAndBookedOnce() throws Exception {
        erp.next(Turn.booksThen(Turn.Ending.HANGS));
        start();
        assertThat(post().statusCode()).isEqualTo(201);
        await().atMost(PATIENCE).until(() -> erp.postings().size() == 1);

        gateway.destroyForcibly().waitFor(30, TimeUnit.SECONDS);

        assertThat(rows.one("select state, attempts from outbox where kind = 'erp-posting'"))
                .isEqualTo("in_flight 1");
        assertThat(rows.one("select outcome is null from attempt where channel = 'erp'"))
                .isEqualTo("t");

        start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows.one("select state from outbox where kind = 'erp-posting'"))
                        .isEqualTo("delivered"));

        assertThat(erp.postings()).hasSize(1);
        Posting posting = erp.postings().get(0);
        assertThat(erp.requests(posting.key())).isEqualTo(2);
        assertThat(rows.one("select reference, attempts, repeats from outbox where kind = 'erp-posting'"))
                .isEqualTo(posting.documentNumber() + " 2 1");
        assertThat(
                        rows.list(
                                "select attempt_no, repeat, outcome = 'DELIVERED' from attempt where channel = 'erp' order by attempt_id"))
                .last()
                .isEqualTo("2 t t");
    }

    private void start() throws IOException {
        port = freePort();
        Path routes = routesWithAShortLease();
        gateway = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        Plantgate.class.getName(),
                        "--server.port=" + port,
                        "--spring.datasource.url=" + database.url(),
                        "--plantgate.routes-directory=" + routes,
                        "--plantgate.data-directory=" + directory.resolve("data"),
                        "--plantgate.simulator.enabled=false",
                        "--plantgate.delivery.erp.targets.erp.url=" + erp.postingsUrl()))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("gateway.log").toFile()))
                .start();
        await().atMost(PATIENCE).until(this::isReady);
    }

    private Path routesWithAShortLease() throws IOException {
        Path routes = directory.resolve("routes");
        FileSystemUtils.copyRecursively(Path.of("routes"), routes);
        Path channel = routes.resolve("sites/demo/erp.camel.yaml");
        // The attempt must not end by its deadline before it is killed.
        String patient = Files.readString(channel).replace("value: 10000", "value: 120000");
        Files.writeString(channel, patient + "      - name: leaseSeconds\n        value: 3\n");
        return routes;
    }

    private boolean isReady() throws InterruptedException {
        assertThat(gateway.isAlive())
                .as("the gateway; see its log in %s", directory)
                .isTrue();
        try {
            return http.send(request("/actuator/health/readiness").build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private HttpResponse<String> post() throws Exception {
        return http.send(
                request("/api/events/pumps")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(EVENT))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString("operator:demo".getBytes()));
    }

    // Without the tests' classes: the gateway would take their configuration for its own.
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
