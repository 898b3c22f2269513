package io.plantgate.sequence.block;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;

/** Raises the alarm for gaps that are too large or too old, and gives up on those that nobody will fill. */
final class GapUpkeep {

    private static final Logger LOG = LoggerFactory.getLogger(GapUpkeep.class);

    // Gaps that the ledger is just filling are left to the next look.
    private static final String ALARM = """
            update sequence_gap g set alarmed_at = now()
              from source s, (select gap_id from sequence_gap
                               where filled_at is null and given_up_at is null and alarmed_at is null
                                 and (missing >= :missing or opened_at < now() - make_interval(secs => :seconds))
                               order by gap_id limit 100
                                 for update skip locked) due
             where g.gap_id = due.gap_id and s.source_id = g.source_id
            returning s.source || ' ' || g.boot_id || ': ' || g.missing || ' of ' || g.first_no || ' to ' || g.last_no
                      || ' since ' || g.opened_at""";

    private static final String GIVE_UP = """
            update sequence_gap set given_up_at = now()
             where gap_id in (select gap_id from sequence_gap
                               where filled_at is null and given_up_at is null
                                 and opened_at < now() - make_interval(secs => :seconds)
                               order by gap_id limit 1000
                                 for update skip locked)""";

    private static final String OPEN = """
            select count(*) from sequence_gap where filled_at is null and given_up_at is null""";

    private final JdbcClient jdbc;
    private final GapSettings settings;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong alarms = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();

    GapUpkeep(DataSource dataSource, GapSettings settings, MeterRegistry meters) {
        this.jdbc = JdbcClient.create(dataSource);
        this.settings = settings;
        Gauge.builder("plantgate.sequence.gaps.open", open, AtomicLong::get)
                .description("Gaps in sequences that may still be filled")
                .register(meters);
        meters.more().counter("plantgate.sequence.gap.alarms", List.of(), alarms);
        meters.more().counter("plantgate.sequence.gaps.given.up", List.of(), givenUp);
    }

    @Scheduled(fixedDelay = 10, initialDelay = 10, timeUnit = TimeUnit.SECONDS)
    void look() {
        try {
            alarm();
            giveUp();
            open.set(jdbc.sql(OPEN).query(Long.class).single());
        } catch (DataAccessException e) {
            LOG.warn("Gaps cannot be looked at now: {}", e.getMessage());
        }
    }

    private void alarm() {
        List<String> alarmed = jdbc.sql(ALARM)
                .param("missing", settings.alarmMissingNumbers())
                .param("seconds", (double) settings.alarmOpenSeconds())
                .query(String.class)
                .list();
        alarmed.forEach(gap -> LOG.error("Numbers are missing: {}. Ask the collector; see sequence_gap_list.", gap));
        alarms.addAndGet(alarmed.size());
    }

    private void giveUp() {
        givenUp.addAndGet(jdbc.sql(GIVE_UP)
                .param("seconds", (double) settings.giveUpSeconds())
                .update());
    }
}
