package io.plantgate.inlet.mqtt;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The MQTT sources that have been started, by the name of their inlet, and how each is. */
final class Sources {

    private final Map<String, Standing> standings = new ConcurrentSkipListMap<>();

    void add(String inlet, Standing standing) {
        Standing other = standings.putIfAbsent(inlet, standing);
        if (other != null && other != standing) {
            throw new IllegalStateException(
                    inlet + ": two sources have this name. Give each an inlet name of its own (inlet).");
        }
    }

    void remove(String inlet) {
        standings.remove(inlet);
    }

    Map<String, Standing> all() {
        return Map.copyOf(standings);
    }
}
