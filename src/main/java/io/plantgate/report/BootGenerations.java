package io.plantgate.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the boot generations of devices in order of first sight. */
final class BootGenerations {

    private static final String OF_DEVICES = """
            select device, boot_id, row_number() over (partition by device order by generation_no) as position,
                   first_arrival_id, first_arrival_at, evidence, boot_observed_by
              from boot_generation
             where device = any(:devices)
             order by device, generation_no
            """;

    private final JdbcClient store;

    BootGenerations(JdbcClient store) {
        this.store = store;
    }

    List<BootGeneration> of(Collection<String> devices) {
        return store.sql(OF_DEVICES)
                .param("devices", devices.toArray(String[]::new))
                .query((row, number) -> read(row))
                .list();
    }

    private static BootGeneration read(ResultSet row) throws SQLException {
        return new BootGeneration(
                row.getString("device"),
                row.getString("boot_id"),
                row.getInt("position"),
                row.getLong("first_arrival_id"),
                Columns.instant(row, "first_arrival_at"),
                row.getString("evidence"),
                row.getObject("boot_observed_by", Long.class));
    }
}
