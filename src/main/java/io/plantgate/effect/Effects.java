package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.event.PayloadReading;
import io.plantgate.ledger.EffectPlanning;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The effects of one site on one node: what the channels share, and what the ledger asks. */
public final class Effects implements EffectPlanning, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);
    private static final int COUNT_EVERY = 15;

    private final EffectStore store;
    private final Kinds kinds;
    private final EffectSwitch mode;
    private final Channel.Site site;
    private final MeterRegistry meters;
    private final Reports reports;
    private final OpenCounts counts;
    private final Notifications notifications;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock;
    private int refreshes;

    private Effects(
            DataSource dataSource,
            Kinds kinds,
            PayloadReading reading,
            EffectSettings settings,
            Site site,
            MeterRegistry meters) {
        this.store = new EffectStore(dataSource, reading);
        this.kinds = kinds;
        this.mode = new EffectSwitch(dataSource);
        String worker = site.node() + "/" + UUID.randomUUID().toString().substring(0, 8);
        Rendering rendering =
                new Rendering(settings.templateMillisMax(), settings.messageBytesMax(), settings.templateBytesMax());
        this.site = new Channel.Site(worker, site.values(), rendering);
        this.meters = meters;
        Gauge.builder("plantgate.effects.templates.astray", rendering, Rendering::astrayOfAll)
                .description("Messages that are still being made although nobody waits for them any more")
                .register(meters);
        this.reports = new Reports(store, this::settledOutside);
        this.counts = new OpenCounts(store, meters);
        this.notifications =
                new Notifications(dataSource, worker.replace(' ', '_'), settings.notifyMillisMin(), this::wake);
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "effect-clock");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Where this runs.
     *
     * @param node this gateway's name
     * @param values what templates see under {@code site}
     */
    public record Site(String node, JsonNode values) {}

    /**
     * Opens the effects on a migrated database; holds them all if it is a restored copy.
     *
     * @param reading reads what an event says from the bytes that were kept
     * @throws SQLException if the database cannot be read
     */
    public static Effects open(
            DataSource dataSource,
            KindFiles kinds,
            PayloadReading reading,
            EffectSettings settings,
            Site site,
            MeterRegistry meters)
            throws SQLException {
        return open(dataSource, (Kinds) kinds, reading, settings, site, meters);
    }

    static Effects open(
            DataSource dataSource,
            Kinds kinds,
            PayloadReading reading,
            EffectSettings settings,
            Site site,
            MeterRegistry meters)
            throws SQLException {
        Effects effects = new Effects(dataSource, kinds, reading, settings, site, meters);
        effects.mode.configure(settings.effects());
        Deployment.check(effects.store);
        effects.mode.refresh();
        effects.notifications.start();
        effects.clock.scheduleWithFixedDelay(effects::refresh, 0, settings.refreshMillis(), TimeUnit.MILLISECONDS);
        return effects;
    }

    private void refresh() {
        reloadKinds();
        try {
            Deployment.look(store);
            mode.refresh();
            if (refreshes++ % COUNT_EVERY == 0) {
                counts.refresh();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Switch and counts cannot be read now; they stay as they were.", e);
        } catch (Error e) {
            LOG.error("Switch and counts cannot be read now; they stay as they were.", e);
        }
    }

    // Whatever a file does, Errors included: a timer that has thrown is never called again, and the switch hangs on it.
    private void reloadKinds() {
        try {
            if (kinds.reload()) {
                channels.values().forEach(Channel::wake);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("The kinds of effects cannot be read again now; they stay as they were.", e);
        }
    }

    /** Starts a channel; one that its target had stopped goes on, because somebody starts it anew. */
    Channel start(ChannelTerms terms, Courier courier) {
        resumeAtStart(terms.channel());
        ChannelMetrics metrics = new ChannelMetrics(meters, terms.channel());
        Channel channel = new Channel(terms, store, kinds, courier, metrics, reports, site);
        if (channels.putIfAbsent(terms.channel(), channel) != null) {
            channel.close();
            throw new IllegalStateException(
                    "effect:" + terms.channel() + " is consumed twice on this node; one route may consume a channel.");
        }
        return channel.start();
    }

    private void resumeAtStart(String channel) {
        try {
            if (store.resume(channel, "start", "The channel was started on " + site.worker() + ".")) {
                LOG.info("{}: was stopped by its target and is tried again.", channel);
            }
        } catch (SQLException e) {
            LOG.warn("{}: whether it was stopped cannot be read now: {}", channel, e.getMessage());
        }
    }

    void stop(Channel channel) {
        channels.remove(channel.name(), channel);
        channel.close();
    }

    /** Takes what targets report. */
    public EffectReports reports() {
        return reports;
    }

    /** Takes what people decide. */
    public EffectPeople people() {
        return new PostgresPeople(
                store, mode, this::settledOutside, () -> channels.values().forEach(Channel::wake));
    }

    /** Says what holds effects up. */
    public EffectWaits waits() {
        return new ChannelWaits(this, kinds);
    }

    @Override
    public Mode mode() {
        return mode.mode();
    }

    @Override
    public Lane lane(String kind) {
        return kinds.find(kind).map(Kind::lane).orElse(Lane.NONE);
    }

    @Override
    public void planned(Set<String> plannedKinds) {
        wake(plannedKinds);
        notifications.tell(plannedKinds);
    }

    /** Effects of these kinds may be due: the channels on this node look. */
    private void wake(Collection<String> dueKinds) {
        for (String name : dueKinds) {
            kinds.find(name).map(kind -> channels.get(kind.channel())).ifPresent(Channel::wake);
        }
    }

    /** A report or a person settled one: the next in its lane is due. */
    private void settledOutside(String kind, String lane, EffectState state) {
        if (lane == null || !state.terminal()) {
            return;
        }
        try {
            store.releaseLanes(kind, Set.of(lane));
        } catch (SQLException e) {
            LOG.warn("The lane of kind {} is released later: {}", kind, e.getMessage());
        }
        wake(Set.of(kind));
    }

    List<Channel> channels() {
        return List.copyOf(channels.values());
    }

    List<OpenCounts.Count> counts() {
        return counts.last();
    }

    /** Open effects of this kind go nowhere: its file is missing, or no route on this node consumes its channel. */
    boolean orphaned(String kind) {
        return kinds.find(kind)
                .map(known -> !channels.containsKey(known.channel()))
                .orElse(true);
    }

    /** By kind, how many messages its template does not end with. */
    Map<String, Integer> astray() {
        return site.rendering().astray();
    }

    boolean restored() throws SQLException {
        return Deployment.holds(store);
    }

    /** The reasons of stopped channels. */
    Map<String, String> stops() throws SQLException {
        return store.stops();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        List.copyOf(channels.values()).forEach(this::stop);
        site.rendering().close();
        notifications.close();
    }
}
