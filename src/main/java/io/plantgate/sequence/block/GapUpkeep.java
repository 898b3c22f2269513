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

/**
 * Raises the alarm for gaps that are too large or too old, gives up on those that nobody will fill, and tells of restarts
 * that nobody announced by a boot id.
 */
final class GapUpkeep {

    private static final Logger LOG = LoggerFactory.getLogger(GapUpkeep.class);

    private static final int RESTARTS_TOLD_MAX = 20;

    // Gaps that the ledger is just filling are left to the next look. One line per entity, however many gaps it has.
    private static final String ALARM = """
            with alarmed as (
                 update sequence_gap g set alarmed_at = now()
                   from (select gap_id from sequence_gap
                          where filled_at is null and given_up_at is null and alarmed_at is null
                            and (missing >= :missing or opened_at < now() - make_interval(secs => :seconds))
                          order by opened_at limit 10000
                            for update skip locked) due
                  where g.gap_id = due.gap_id
                 returning g.source_id, g.boot_id, g.first_no, g.last_no, g.missing, g.opened_at)
            select s.source, a.boot_id, count(*) as gaps, sum(a.missing)::text as missing,
                   min(case when t.modulus = 0 then a.first_no else a.first_no % t.modulus end) as lowest,
                   max(case when t.modulus = 0 then a.last_no else a.last_no % t.modulus end) as highest,
                   min(a.opened_at)::text as opened_at
              from alarmed a
              join source s using (source_id)
              join sequence_track t using (source_id, boot_id)
             group by s.source, a.boot_id""";

    private static final String GIVE_UP = """
            update sequence_gap set given_up_at = now()
             where gap_id in (select gap_id from sequence_gap
                               where filled_at is null and given_up_at is null
                                 and opened_at < now() - make_interval(secs => :seconds)
                               order by opened_at limit 10000
                                 for update skip locked)""";

    // One line per entity, however often it began again.
    private static final String RESTARTED = """
            with told as (
                 update sequence_restart r set told_at = now()
                   from (select source_id, boot_id, generation from sequence_restart
                          where told_at is null
                          order by restarted_at limit 10000
                            for update skip locked) untold
                  where r.source_id = untold.source_id and r.boot_id = untold.boot_id and r.generation = untold.generation
                 returning r.source_id, r.boot_id, r.generation, r.arrival_id)
            select s.source, t.boot_id, count(*) as times, max(t.generation) as generation, max(t.arrival_id) as arrival_id
              from told t
              join source s using (source_id)
             group by s.source, t.boot_id""";

    private static final String OPEN = """
            select count(*) as all_open, count(alarmed_at) as alarmed
              from sequence_gap where filled_at is null and given_up_at is null""";

    private final JdbcClient jdbc;
    private final GapSettings settings;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong alarmed = new AtomicLong();
    private final AtomicLong alarms = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();

    GapUpkeep(DataSource dataSource, GapSettings settings, MeterRegistry meters) {
        this.jdbc = JdbcClient.create(dataSource);
        this.settings = settings;
        Gauge.builder("plantgate.sequence.gaps.open", open, AtomicLong::get)
                .description("Gaps in sequences that may still be filled")
                .register(meters);
        Gauge.builder("plantgate.sequence.gaps.alarmed", alarmed, AtomicLong::get)
                .description("Gaps among them that are too large, or open for too long")
                .register(meters);
        meters.more().counter("plantgate.sequence.gap.alarms", List.of(), alarms);
        meters.more().counter("plantgate.sequence.gaps.given.up", List.of(), givenUp);
        meters.more().counter("plantgate.sequence.restarts", List.of(), restarts);
    }

    @Scheduled(fixedDelay = 10, initialDelay = 10, timeUnit = TimeUnit.SECONDS)
    void look() {
        try {
            alarm();
            giveUp();
            tellRestarts();
            count(jdbc.sql(OPEN).query(Open.class).single());
        } catch (DataAccessException e) {
            LOG.warn("Gaps cannot be looked at now: {}", e.getMessage());
        }
    }

    private void alarm() {
        List<Alarm> found = jdbc.sql(ALARM)
                .param("missing", settings.alarmMissingNumbers())
                .param("seconds", (double) settings.alarmOpenSeconds())
                .query(Alarm.class)
                .list();
        for (Alarm alarm : found) {
            LOG.error(
                    "Numbers are missing: {} {}: {} in {} gaps between {} and {}, since {}. Ask the collector; see"
                            + " sequence_gap_list.",
                    alarm.source(),
                    alarm.bootId(),
                    alarm.missing(),
                    alarm.gaps(),
                    alarm.lowest(),
                    alarm.highest(),
                    alarm.openedAt());
            alarms.addAndGet(alarm.gaps());
        }
    }

    private void giveUp() {
        givenUp.addAndGet(jdbc.sql(GIVE_UP)
                .param("seconds", (double) settings.giveUpSeconds())
                .update());
    }

    private void tellRestarts() {
        List<Restarted> all = jdbc.sql(RESTARTED).query(Restarted.class).list();
        all.stream().limit(RESTARTS_TOLD_MAX).forEach(GapUpkeep::tell);
        if (all.size() > RESTARTS_TOLD_MAX) {
            LOG.warn(
                    "{} sequences more have begun again without a boot id; see sequence_restart_list.",
                    all.size() - RESTARTS_TOLD_MAX);
        }
        restarts.addAndGet(all.stream().mapToLong(Restarted::times).sum());
    }

    private static void tell(Restarted restarted) {
        LOG.warn(
                "A sequence has begun again without a boot id: {} {}: {} times, generation {} since arrival {}. If its"
                        + " source did not restart, correct restartsAt; see sequence_restart_list.",
                restarted.source(),
                restarted.bootId(),
                restarted.times(),
                restarted.generation(),
                restarted.arrivalId());
    }

    private void count(Open gaps) {
        open.set(gaps.allOpen());
        alarmed.set(gaps.alarmed());
    }

    private record Open(long allOpen, long alarmed) {}

    /** How often one entity began again. */
    private record Restarted(String source, String bootId, long times, int generation, long arrivalId) {}

    /** What one entity misses. */
    private record Alarm(
            String source, String bootId, long gaps, String missing, long lowest, long highest, String openedAt) {}
}
