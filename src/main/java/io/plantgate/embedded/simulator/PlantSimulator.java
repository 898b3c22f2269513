package io.plantgate.embedded.simulator;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Lets pumps and scanners live, step by step, while the gateway runs. A message that a broker did not take is sent again later. */
final class PlantSimulator implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PlantSimulator.class);
    private static final int UNSENT_MAX = 1_000;
    // A controller's boot counter survives its restarts; this one's is the minute in which the plant was built.
    private static final long SECONDS_PER_BOOT = 60;

    private final SimulatorSettings settings;
    private final Clock clock;
    private final List<Speaker> speakers = new ArrayList<>();
    private ScheduledExecutorService life;

    /** A device, how it is heard, and what its broker has not taken yet. */
    private record Speaker(SimulatedDevice device, Voice voice, Deque<String> unsent) {}

    PlantSimulator(SimulatorSettings settings, Clock clock, Voice mqtt, Voice amqp, Voice scanners) {
        this.settings = settings;
        this.clock = clock;
        long boot = clock.instant().getEpochSecond() / SECONDS_PER_BOOT;
        for (int i = 1; i <= settings.pumps(); i++) {
            SimulatedPump pump = new SimulatedPump("PUMP-%02d".formatted(i), boot, new Random(boot + i));
            speakers.add(new Speaker(pump, i % 2 == 0 ? amqp : mqtt, new ArrayDeque<>()));
        }
        for (int i = 1; i <= settings.scanners(); i++) {
            SimulatedScanner scanner = new SimulatedScanner("PDA-%02d".formatted(i), new Random(boot - i));
            speakers.add(new Speaker(scanner, scanners, new ArrayDeque<>()));
        }
    }

    @Override
    public void start() {
        life = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "plant-simulator");
            thread.setDaemon(true);
            return thread;
        });
        life.scheduleWithFixedDelay(this::step, settings.stepMillis(), settings.stepMillis(), TimeUnit.MILLISECONDS);
        LOG.info(
                "{} simulated pumps and {} scanners speak MQTT and AMQP (plantgate.simulator)",
                settings.pumps(),
                settings.scanners());
    }

    private void step() {
        for (Speaker speaker : speakers) {
            speaker.unsent().addAll(speaker.device().step(clock.instant()));
            send(speaker);
        }
    }

    private void send(Speaker speaker) {
        try {
            while (!speaker.unsent().isEmpty()) {
                speaker.voice().say(speaker.device().name(), speaker.unsent().peek());
                speaker.unsent().remove();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.debug(
                    "{} is not heard now; it says it again later.",
                    speaker.device().name(),
                    e);
            while (speaker.unsent().size() > UNSENT_MAX) {
                speaker.unsent().remove();
            }
        }
    }

    @Override
    public void stop() {
        life.shutdownNow();
        try {
            life.awaitTermination(settings.stepMillis() + 10_000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        speakers.stream().map(Speaker::voice).distinct().forEach(Voice::close);
        life = null;
    }

    @Override
    public boolean isRunning() {
        return life != null;
    }
}
