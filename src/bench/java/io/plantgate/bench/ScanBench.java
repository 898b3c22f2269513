package io.plantgate.bench;

import io.plantgate.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * Scans over real HTTP into the whole gateway, with its own PostgreSQL and the senders on the same machine: arrays, singles,
 * repeats, and how long a single one takes at a steady rate.
 */
final class ScanBench implements AutoCloseable {

    private static final int CONNECTIONS = 64;
    private static final int ARRAY_CONNECTIONS = 3;
    private static final int ARRAY_SCANS = 500;
    private static final int RATE_PER_SECOND = 500;
    // Less, and it is the JIT compiler that is measured: on two cores it takes one of them for the first minute and a
    // half.
    private static final int WARM_UP_SECONDS = 90;

    private final int seconds;
    private final EmbeddedDatabase database = EmbeddedDatabase.startFresh();
    private final WholeGateway gateway;
    private final AtomicLong numbers = new AtomicLong();
    private final List<String> rows = new ArrayList<>();
    private final List<ResultsFile.Line> lines = new ArrayList<>();

    private ScanBench(int seconds, boolean lookUp) throws Exception {
        this.seconds = seconds;
        gateway = new WholeGateway(
                database.jdbcUrl(),
                List.of(
                        "--plantgate.simulator.erp.enabled=true",
                        "--plantgate.scan.lookup-route=" + (lookUp ? "scan-lookup" : "nobody")),
                context -> {});
    }

    static void run(Extent extent) throws Exception {
        int seconds = extent.isFull() ? 15 : 5;
        List<String> rows = new ArrayList<>();
        List<ResultsFile.Line> lines = new ArrayList<>();
        for (boolean lookUp : new boolean[] {false, true}) {
            try (ScanBench bench = new ScanBench(seconds, lookUp)) {
                bench.measure(lookUp ? "look-up in SQL" : "no look-up");
                rows.addAll(bench.rows);
                lines.addAll(bench.lines);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nScans over HTTP, %d s each, singles after %d s of warm-up, %d processors (load %.1f), Java %s, fsync on%n%n",
                seconds,
                WARM_UP_SECONDS,
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.version().feature());
        System.out.println("| case | scans/s | median ms | p99 ms |");
        System.out.println("|---|---:|---:|---:|");
        rows.forEach(System.out::println);
        Files.createDirectories(Path.of("target", "bench"));
        Files.write(Path.of("target", "bench", "scans.md"), rows);
        ResultsFile.STANDARD.replace(extent.named("scans"), lines);
    }

    private void measure(String lookUp) throws Exception {
        load(CONNECTIONS, 1, WARM_UP_SECONDS, 0, false);
        add("single, 64 connections, " + lookUp, load(CONNECTIONS, 1, seconds, 0, false));
        add("single, 500 a second offered, " + lookUp, load(CONNECTIONS, 1, seconds, RATE_PER_SECOND, false));
        add("single, repeats only, " + lookUp, load(CONNECTIONS, 1, seconds, 0, true));
        load(ARRAY_CONNECTIONS, ARRAY_SCANS, seconds, 0, false);
        add("arrays of 500, 3 connections, " + lookUp, load(ARRAY_CONNECTIONS, ARRAY_SCANS, seconds, 0, false));
    }

    private void add(String name, Measured measured) {
        long[] micros = measured.micros();
        Arrays.sort(micros);
        lines.add(ResultsFile.Line.alone(name, measured.scansPerSecond()));
        rows.add(String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f | %.1f |",
                name,
                measured.scansPerSecond(),
                micros[micros.length / 2] / 1000.0,
                micros[(int) (micros.length * 0.99)] / 1000.0));
    }

    private record Measured(double scansPerSecond, long[] micros) {}

    /** @param perSecond posts offered in a second; 0: each connection posts again as soon as it was answered */
    private Measured load(int connections, int scans, int forSeconds, int perSecond, boolean repeats) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(connections);
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(forSeconds);
        List<Future<List<Long>>> running = new ArrayList<>();
        Pace pace = new Pace(perSecond);
        pace.begin();
        for (int i = 0; i < connections; i++) {
            int first = i;
            LongUnaryOperator awaitTurn =
                    perSecond == 0 ? turn -> System.nanoTime() : turn -> pace.await(first + turn * connections);
            running.add(clients.submit(client(scans, end, awaitTurn, repeats)));
        }
        List<Long> micros = new ArrayList<>();
        for (Future<List<Long>> client : running) {
            micros.addAll(client.get());
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        clients.shutdown();
        return new Measured(
                micros.size() * (double) scans / elapsed,
                micros.stream().mapToLong(Long::longValue).toArray());
    }

    /** @param awaitTurn waits until the post of that number is to be sent, and says since when */
    private Callable<List<Long>> client(int scans, long end, LongUnaryOperator awaitTurn, boolean repeats) {
        return () -> {
            List<Long> micros = new ArrayList<>();
            byte[] always = body(scans);
            try (RawPost connection = new RawPost(gateway.port())) {
                while (System.nanoTime() < end) {
                    long from = awaitTurn.applyAsLong(micros.size());
                    // What is answered 503 is sent again, and the time goes on.
                    connection.postUntilTaken("/api/scans", "application/json", repeats ? always : body(scans));
                    micros.add((System.nanoTime() - from) / 1000);
                }
            }
            return micros;
        };
    }

    private byte[] body(int scans) {
        if (scans == 1) {
            return scan().getBytes(StandardCharsets.US_ASCII);
        }
        StringBuilder array = new StringBuilder("[");
        for (int i = 0; i < scans; i++) {
            array.append(i == 0 ? "" : ",").append(scan());
        }
        return array.append(']').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private String scan() {
        long no = numbers.incrementAndGet();
        return "{\"idempotency_key\":\"bench-%d\",\"scan_barcode\":\"SN-%d\",\"barcode_type\":\"DataMatrix\",\"scan_action\":\"pass\",\"device_id\":\"PDA-%d\",\"station_id\":\"ST-4\",\"bind_lot\":\"LOT-%d\",\"operator_id\":\"17\",\"capture_time\":\"2026-03-02T08:00:12.180Z\"}"
                .formatted(no, no, no % 50, no / 1000);
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        database.close();
    }
}
