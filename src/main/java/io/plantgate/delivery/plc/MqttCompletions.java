package io.plantgate.delivery.plc;

import io.plantgate.operation.Equipment;
import io.plantgate.operation.OperationReports;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to what MQTT devices say after their acknowledgement, for as long as this node runs. Each node listens; the same
 * word twice is the same word.
 */
final class MqttCompletions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MqttCompletions.class);

    private final MqttDriver driver;
    private final Supplier<? extends Collection<Equipment>> plant;
    private final OperationReports reports;
    private final String node;
    private final PlcSettings settings;
    private final Map<String, MqttListening> listening = new HashMap<>();
    // Only the clock's thread touches it.
    private final Map<String, String> deaf = new HashMap<>();
    private final ScheduledExecutorService clock;

    /** @param plant all equipment as it is now; what is not MQTT is left alone */
    MqttCompletions(
            MqttDriver driver,
            Supplier<? extends Collection<Equipment>> plant,
            OperationReports reports,
            String node,
            PlcSettings settings) {
        this.driver = driver;
        this.plant = plant;
        this.reports = reports;
        this.node = node;
        this.settings = settings;
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "mqtt-completions");
            thread.setDaemon(true);
            return thread;
        });
        clock.scheduleWithFixedDelay(this::look, 0, settings.completionsLookMillis(), TimeUnit.MILLISECONDS);
    }

    // A file may have changed, and a connection may have gone.
    private void look() {
        for (Equipment equipment : plant.get()) {
            if (equipment.protocol().equals(driver.protocol())) {
                look(equipment);
            }
        }
    }

    private void look(Equipment equipment) {
        try {
            keep(equipment, driver.line(equipment));
            deaf.remove(equipment.name());
        } catch (RuntimeException e) {
            // Once for each reason: it is looked at every two seconds, and a broker may be away for days.
            if (!String.valueOf(e.getMessage()).equals(deaf.put(equipment.name(), String.valueOf(e.getMessage())))) {
                LOG.warn("{}: its answers cannot be heard: {}", equipment.name(), e.getMessage());
            }
        }
    }

    private synchronized void keep(Equipment equipment, MqttLine line) {
        MqttListening now = listening.get(equipment.name());
        if (now != null && now.hears(line)) {
            return;
        }
        if (now != null) {
            now.close();
        }
        listening.put(
                equipment.name(),
                driver.listen(equipment.name(), line, node, reports, settings.completionsKeptSeconds()));
    }

    @Override
    public void close() {
        clock.shutdownNow();
        synchronized (this) {
            listening.values().forEach(MqttListening::close);
            listening.clear();
        }
    }
}
