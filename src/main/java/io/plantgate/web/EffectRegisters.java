package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the site's switch and the channels that their targets have stopped. */
final class EffectRegisters {

    private static final String STOPS = """
            select channel, stopped_at, reason, resumed_at, resumed_by, resume_reason
              from effect_channel_stop
             order by resumed_at is not null, stop_id desc
             limit :limit
            """;

    private static final String SWITCHES = """
            select upper(mode) as mode, switched_at, switched_by, reason
              from effect_switch
             order by switch_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    EffectRegisters(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** A stop of a channel; without {@code resumedAt} it is stopped now. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Stop(
            String channel,
            Instant stoppedAt,
            String reason,
            Instant resumedAt,
            String resumedBy,
            String resumeReason) {}

    /** A word on the switch; the newest counts, and without any the site is live. */
    record Switch(String mode, Instant switchedAt, String switchedBy, String reason) {}

    /** Those that are stopped now stand first. */
    List<Stop> stops(int limit) {
        return jdbc.sql(STOPS).param("limit", limit).query(Stop.class).list();
    }

    List<Switch> switches(int limit) {
        return jdbc.sql(SWITCHES).param("limit", limit).query(Switch.class).list();
    }
}
