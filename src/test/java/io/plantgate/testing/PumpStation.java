package io.plantgate.testing;

import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.ledger.Unit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The demo site's profiles on a ledger and a database of their own, without HTTP in front. */
public final class PumpStation implements AutoCloseable {

    public static final Instant MORNING = Instant.parse("2026-03-02T00:00:12.180Z");

    private final TestDatabase database = TestDatabase.fresh();
    private final Profiles profiles = ProfileFiles.load(Path.of("routes/sites/demo"));
    private final PostgresLedger ledger;

    public PumpStation() {
        try {
            ledger = PostgresLedger.open(
                    database.dataSource(), (first, under) -> Optional.empty(), LedgerSettings.defaults("node-1"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public DataSource dataSource() {
        return database.dataSource();
    }

    public Profiles profiles() {
        return profiles;
    }

    public PostgresLedger ledger() {
        return ledger;
    }

    public Rows rows() {
        return new Rows(database.dataSource());
    }

    /** One JSON object for the profile {@code pumps}. */
    public Decision post(String json) {
        return post(json.getBytes(StandardCharsets.UTF_8), MORNING);
    }

    public Decision post(byte[] raw, Instant arrivalAt) {
        Profile pumps = profiles.find("pumps").orElseThrow();
        Delivery delivery = new Delivery(
                arrivalAt, "http:pumps", RawBytes.whole(raw), Map.of("content-type", "application/json"), "pump-07");
        return get(Unit.of(pumps.read(delivery)));
    }

    private Decision get(Unit unit) {
        try {
            return ledger.put(unit).get(30, TimeUnit.SECONDS).get(0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A trip of PUMP-07 as its controller sends it. */
    public static String trip(String transitionId, String bootId, String severity) {
        return """
                {"source":"PUMP-07/Trip","transitionId":"%s","bootId":"%s","severity":"%s"}""".formatted(transitionId, bootId, severity);
    }

    @Override
    public void close() {
        ledger.close();
        database.close();
    }
}
