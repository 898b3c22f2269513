package io.plantgate.site;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Refuses a PostgreSQL that may lose what was acknowledged. Asked through the pool, so that settings of the role and of
 * the database count as they do for the ledger.
 */
final class DurabilityCheck {

    // Anything but off is durable: synchronous_commit knows local, remote_write, on and remote_apply.
    private static final String WEAK_SETTINGS = """
            select name, setting, source
              from pg_settings
             where name in ('fsync', 'synchronous_commit', 'full_page_writes')
               and setting = 'off'
             order by name
            """;

    private final JdbcClient database;

    DurabilityCheck(JdbcClient database) {
        this.database = database;
    }

    /** @throws NotDurableException if any of the three settings is off */
    void requireDurable() {
        List<WeakSetting> weak =
                database.sql(WEAK_SETTINGS).query(WeakSetting.class).list();
        if (!weak.isEmpty()) {
            throw new NotDurableException(weak);
        }
    }

    /**
     * A setting that would lose data.
     *
     * @param source where the value comes from, in PostgreSQL's word: {@code configuration file}, {@code user} …
     */
    record WeakSetting(String name, String setting, String source) {}
}
