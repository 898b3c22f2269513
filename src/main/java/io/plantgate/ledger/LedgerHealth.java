package io.plantgate.ledger;

import java.sql.SQLException;
import java.util.Optional;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/**
 * DOWN while a committer cannot reach PostgreSQL or the store is full; WARNING when fewer than one partition is ahead, when the
 * store is nearly full, or when what is over cannot be
 * given up.
 */
final class LedgerHealth implements HealthIndicator {

    private static final Status WARNING = new Status("WARNING", "Works, but a person should look.");

    private final PostgresLedger ledger;
    private final RetentionUpkeep retention;

    LedgerHealth(PostgresLedger ledger, RetentionUpkeep retention) {
        this.ledger = ledger;
        this.retention = retention;
    }

    @Override
    public Health health() {
        if (!ledger.healthy()) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL cannot be reached; nothing is acknowledged until it can.")
                    .withDetail("waitingArrivals", ledger.waitingArrivals())
                    .build();
        }
        if (ledger.room().isFull()) {
            return Health.down()
                    .withDetail("reason", new LedgerFullException().getMessage())
                    .build();
        }
        try {
            int ahead = ledger.partitionsAhead();
            Health.Builder health = warning(ahead)
                    .map(reason -> Health.status(WARNING).withDetail("reason", reason))
                    .orElseGet(Health::up)
                    .withDetail("partitionsAhead", ahead)
                    .withDetail("waitingArrivals", ledger.waitingArrivals());
            retention.held().forEach((month, why) -> health.withDetail("kept past its time: " + month, why));
            retention
                    .heldEffects()
                    .forEach((month, why) -> health.withDetail("kept past its time: effects of " + month, why));
            return health.build();
        } catch (SQLException e) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL does not answer.")
                    .build();
        }
    }

    private Optional<String> warning(int ahead) {
        if (ahead < 1) {
            return Optional.of("No partition for next month: check the log for why it cannot be made.");
        }
        return ledger.room().level() == StoreRoom.Level.SCARCE
                ? Optional.of(
                        "The store holds 85 % of plantgate.ledger.store-bytes-max or more; at 95 % nothing new is taken.")
                : retention.failure().map(why -> "What is over cannot be given up, the store grows: " + why);
    }
}
