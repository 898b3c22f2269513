package io.plantgate.ledger;

import java.sql.SQLException;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** DOWN while a committer cannot reach PostgreSQL; WARNING when fewer than one partition is ahead. */
final class LedgerHealth implements HealthIndicator {

    private static final Status WARNING = new Status("WARNING", "Works, but a person should look.");

    private final PostgresLedger ledger;

    LedgerHealth(PostgresLedger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Health health() {
        if (!ledger.healthy()) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL cannot be reached; nothing is acknowledged until it can.")
                    .withDetail("waitingArrivals", ledger.waitingArrivals())
                    .build();
        }
        try {
            int ahead = ledger.partitionsAhead();
            Health.Builder health = ahead < 1
                    ? Health.status(WARNING)
                            .withDetail(
                                    "reason", "No partition for next month: check the log for why it cannot be made.")
                    : Health.up();
            return health.withDetail("partitionsAhead", ahead)
                    .withDetail("waitingArrivals", ledger.waitingArrivals())
                    .build();
        } catch (SQLException e) {
            return Health.down()
                    .withDetail("reason", "PostgreSQL does not answer.")
                    .build();
        }
    }
}
