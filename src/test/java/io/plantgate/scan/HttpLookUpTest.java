package io.plantgate.scan;

import static io.plantgate.scan.ScanNode.CODE;
import static io.plantgate.scan.ScanNode.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The how-to's look-up over HTTP, as it is printed there, against a MES that is slow, broken, talks nonsense, or is away. */
class HttpLookUpTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String UNIT = "{\"bind_sn\":\"SN-1\",\"bind_lot\":\"LOT-1\",\"work_order\":\"WO-1\"}";

    /** How the MES answers one question. */
    private interface Manner {
        void answer(HttpExchange exchange) throws Exception;
    }

    private final TestDatabase database = TestDatabase.fresh();
    private final Rows rows = new Rows(database.dataSource());
    private final CamelContext camel = new DefaultCamelContext();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Manner manner = says(200, UNIT);
    private HttpServer mes;
    private ScanNode node;

    @BeforeEach
    void start() throws Exception {
        startMes(0);
        String howTo = Files.readString(Path.of("src/docs/how-to/connect-a-scanner-client.md"));
        int from = howTo.lastIndexOf("   - route:", howTo.indexOf("scan-lookup-mes"));
        String route = howTo.substring(from, howTo.indexOf("```", from))
                .indent(-3)
                .replace(
                        "https://mes.plant.example",
                        "http://127.0.0.1:" + mes.getAddress().getPort())
                .replace("responseTimeout: 3000", "responseTimeout: 300");
        PluginHelper.getRoutesLoader(camel).loadRoutes(ResourceHelper.fromString("scan-lookup.camel.yaml", route));
        camel.start();
        node = new ScanNode(database.dataSource(), "node-1", settings(), new RouteLookUp(camel, "scan-lookup"));
    }

    @AfterEach
    void close() {
        end.countDown();
        node.close();
        camel.stop();
        mes.stop(0);
        threads.shutdownNow();
        database.close();
    }

    // Two tries in a lease of a second, two leases.
    private static ScanSettings settings() {
        ScanSettings d = ScanSettings.defaults();
        return new ScanSettings(
                d.profile(),
                d.lookupRoute(),
                2,
                3,
                50,
                100,
                30_000,
                2,
                50,
                100,
                100,
                200,
                10,
                100,
                24,
                d.partitions(),
                1,
                50,
                300,
                List.of("load"),
                List.of("unpack"),
                0,
                1,
                10_000,
                List.of());
    }

    @Test
    @Tag("S-44")
    void whatTheMesSaysIsBoundAndItIsAskedForTheCodeAndNotForTheDevice() {
        assertThat(node.post(scan("k-1", CODE, "load")))
                .contains("\"result_code\":\"OK\"", "\"bind_sn\":\"SN-1\"", "\"work_order\":\"WO-1\"");
        assertThat(asked)
                .singleElement()
                .asString()
                .contains("\"barcode\":\"" + CODE + "\"")
                .doesNotContain("PDA");
        assertThat(rows.one("select bind_sn, work_order from scan_binding")).isEqualTo("SN-1 WO-1");
    }

    @Test
    void whatItDoesNotKnowIsUnknownAndWhatItConfirmsLaterIsPending() {
        manner = says(200, "{}");
        assertThat(node.post(scan("k-1", CODE, "pick"))).contains("\"scan_result\":\"unknown barcode\"");
        manner = says(204, "");
        assertThat(node.post(scan("k-2", CODE, "pick"))).contains("\"scan_result\":\"unknown barcode\"");
        manner = says(200, "[{\"pending\":true,\"bind_sn\":\"SN-1\"}]");
        assertThat(node.post(scan("k-3", CODE, "pick"))).contains("\"scan_result\":\"pending\"");
    }

    @Test
    @Tag("S-29")
    void aMesThatIsBrokenTalksNonsenseOrIsSlowIsAskedAgainAndTheScanEndsAsFailedForEverybody() {
        for (Manner bad : List.of(
                says(500, "{}"),
                says(200, "<html>Down for maintenance</html>"),
                hangs(),
                says(200, "{\"bind_sn\":\"" + "9".repeat(201) + "\"}"),
                says(200, "{\"work_order\":\"WO\\u0000\"}"),
                says(200, "{\"result_code\":\"\\ud800\"}"))) {
            asked.clear();
            manner = bad;
            String key = "bad-" + rows.count("scan_event");
            String answer = node.post(scan(key, CODE, "load"));

            assertThat(answer).contains("\"result_code\":\"LOOKUP_FAILED\"", "\"scan_result\":\"not ok\"");
            assertThat(asked).hasSize(3);
            manner = says(200, UNIT);
            assertThat(node.post(scan(key, CODE, "load"))).isEqualTo(answer);
        }
        assertThat(rows.list("select processing_status from scan_event"))
                .hasSize(6)
                .containsOnly("failed");
        assertThat(rows.list("select attempt from scan_event")).containsOnly("1");
        assertThat(rows.count("scan_binding")).isZero();
    }

    @Test
    @Tag("S-43")
    @Tag("S-53")
    void whileItIsAwayNothingIsClaimedAndWhenItIsBackTheScanIsGoneOnWith() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        manner = exchange -> {
            first.countDown();
            exchange.close();
        };
        int port = mes.getAddress().getPort();
        long id = node.decide(scan("k-1", CODE, "load")).event().orElseThrow();
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
        mes.stop(0);
        // The node that asked is gone, too, before it could say that the look-up failed.
        node.close();
        rows.execute("update scan_event set processing_status = 'received', scan_result = null, leased_until = now(),"
                + " attempt = 1");
        rows.execute("delete from scan_answer");
        assertThat(rows.one("select scan_result from scan_event")).isEqualTo("null");

        manner = says(200, UNIT);
        startMes(port);
        node = new ScanNode(database.dataSource(), "node-2", settings(), new RouteLookUp(camel, "scan-lookup"));
        await().atMost(PATIENCE).until(() -> node.answer(id).isPresent());
        assertThat(node.post(scan("k-1", CODE, "load"))).contains("\"result_code\":\"OK\"", "\"bind_sn\":\"SN-1\"");
        assertThat(rows.count("scan_event")).isEqualTo(1);
    }

    private void startMes(int port) throws IOException {
        mes = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        mes.setExecutor(threads);
        mes.createContext("/units/find", exchange -> {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            try {
                manner.answer(exchange);
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        mes.start();
    }

    private static Manner says(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    private Manner hangs() {
        return exchange -> {
            end.await();
            exchange.close();
        };
    }
}
