package io.plantgate.scan;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.ProfileRereading;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.EffectPlanning;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** One node of a site that takes scans, without a door in front: ledger and desk on a database that others may share. */
final class ScanNode implements AutoCloseable {

    static final String PROFILE = """
            contract: scan
            format: json
            identity: {channel: line-scans}
            scan:
              barcode: {digits: gtin}
            """;

    static final String CODE = "09501234500171";

    private Profile profile = ProfileFiles.parse("scans", "test", PROFILE);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScanDesk desk;
    private final PostgresLedger ledger;

    ScanNode(DataSource store, String node, ScanSettings settings, LookUp lookUp) {
        this(store, store, node, settings, lookUp);
    }

    ScanNode(DataSource ledgerStore, DataSource deskStore, String node, ScanSettings settings, LookUp lookUp) {
        ScanMetrics metrics = new ScanMetrics(meters);
        desk = new ScanDesk(deskStore, node, settings, lookUp, metrics);
        try {
            ledger = PostgresLedger.open(
                    ledgerStore,
                    new ProfileRereading(),
                    EffectPlanning.LIVE,
                    new ScanRows(node, settings, desk, metrics::repeatedTooOften),
                    LedgerSettings.defaults(node),
                    meters);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        desk.start();
    }

    static String scan(String key, String barcode, String action) {
        return """
                {"idempotency_key":"%s","scan_barcode":"%s","scan_action":"%s","device_id":"PDA-1",\
                "capture_time":"2026-03-02T08:00:12.180Z"}""".formatted(key, barcode, action);
    }

    /** Reads by another text from now on. */
    ScanNode reading(String profileText) {
        profile = ProfileFiles.parse("scans", "test", profileText);
        return this;
    }

    ScanDesk desk() {
        return desk;
    }

    PostgresLedger ledger() {
        return ledger;
    }

    double count(String counter) {
        return meters.counter(counter).count();
    }

    /** Without waiting for anything. */
    CompletableFuture<Decision> offer(String json) {
        return ledger.offer(Unit.of(read(json))).orElseThrow().thenApply(decided -> decided.get(0));
    }

    Decision decide(String json) {
        return get(offer(json));
    }

    List<Decision> decideTogether(List<String> scans) {
        List<Arrival> arrivals = scans.stream().map(this::read).toList();
        return get(ledger.offer(Unit.ofInlet("http:scans", arrivals)).orElseThrow());
    }

    Arrival read(String json) {
        return profile.read(new Delivery(
                Instant.parse("2026-03-02T08:00:13Z"),
                "http:scans",
                RawBytes.whole(json.getBytes(StandardCharsets.UTF_8)),
                Map.of(),
                "pda-1"));
    }

    /** The body of the answer; empty while it is in work. */
    Optional<String> answer(long scanId) {
        return get(desk.answer(scanId)).map(answer -> new String(answer.body(), StandardCharsets.UTF_8));
    }

    /** Posts and waits for the answer, as often as it takes. */
    String post(String json) {
        long scanId = decide(json).event().orElseThrow();
        Optional<String> answer = answer(scanId);
        while (answer.isEmpty()) {
            answer = answer(scanId);
        }
        return answer.get();
    }

    private static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        ledger.close();
        desk.close();
    }
}
