package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
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

    private final EffectStore store;
    private final Kinds kinds;
    private final EffectSwitch mode;
    private final Channel.Site site;
    private final MeterRegistry meters;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "effect-clock");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Wakeups wakeups = kinds -> {};

    private Effects(DataSource dataSource, Kinds kinds, PayloadReading reading, Site site, MeterRegistry meters) {
        this.store = new EffectStore(dataSource, reading);
        this.kinds = kinds;
        this.mode = new EffectSwitch(dataSource);
        this.site = new Channel.Site(
                site.node() + "/" + UUID.randomUUID().toString().substring(0, 8), site.values());
        this.meters = meters;
    }

    /**
     * Where this runs.
     *
     * @param node this gateway's name
     * @param values what templates see under {@code site}
     */
    public record Site(String node, JsonNode values) {}

    /** Tells the other nodes that effects of these kinds may be due. */
    interface Wakeups {
        void tell(Set<String> kinds);
    }

    /**
     * Opens the effects on a migrated database.
     *
     * @param reading reads what an event says from the bytes that were kept
     * @throws SQLException if the database cannot be read
     */
    static Effects open(
            DataSource dataSource,
            Kinds kinds,
            PayloadReading reading,
            EffectSettings settings,
            Site site,
            MeterRegistry meters)
            throws SQLException {
        Effects effects = new Effects(dataSource, kinds, reading, site, meters);
        effects.mode.configure(settings.effects());
        effects.mode.refresh();
        effects.clock.scheduleWithFixedDelay(
                effects::refresh, settings.refreshMillis(), settings.refreshMillis(), TimeUnit.MILLISECONDS);
        return effects;
    }

    private void refresh() {
        try {
            mode.refresh();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The switch cannot be read now; it stays as it was.", e);
        }
    }

    /** Starts a channel; one that its target had stopped goes on, because somebody starts it anew. */
    Channel start(ChannelTerms terms, Courier courier) {
        try {
            if (store.resume(terms.channel(), "start", "The channel was started on " + site.worker() + ".")) {
                LOG.info("{}: was stopped by its target and is tried again.", terms.channel());
            }
        } catch (SQLException e) {
            LOG.warn("{}: whether it was stopped cannot be read now: {}", terms.channel(), e.getMessage());
        }
        Channel channel = new Channel(terms, store, kinds, courier, new ChannelMetrics(meters, terms.channel()), site);
        if (channels.putIfAbsent(terms.channel(), channel) != null) {
            channel.close();
            throw new IllegalStateException(
                    "effect:" + terms.channel() + " is consumed twice on this node; one route may consume a channel.");
        }
        return channel.start();
    }

    void stop(Channel channel) {
        channels.remove(channel.name(), channel);
        channel.close();
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
        wakeups.tell(plannedKinds);
    }

    /** Effects of these kinds may be due: the channels on this node look. */
    void wake(Collection<String> dueKinds) {
        for (String name : dueKinds) {
            kinds.find(name).map(kind -> channels.get(kind.channel())).ifPresent(Channel::wake);
        }
    }

    List<Channel> channels() {
        return List.copyOf(channels.values());
    }

    @Override
    public void close() {
        clock.shutdownNow();
        List.copyOf(channels.values()).forEach(this::stop);
    }
}
