package io.plantgate.delivery.sms;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The lines that have been started, by channel. */
final class Lines {

    private final Map<String, CentreLine> lines = new ConcurrentSkipListMap<>();

    void add(String channel, CentreLine line) {
        if (lines.putIfAbsent(channel, line) != null) {
            throw new IllegalStateException(
                    channel + ": two routes send over this channel. Give each target a channel of its own.");
        }
    }

    void remove(String channel) {
        lines.remove(channel);
    }

    Map<String, CentreLine> all() {
        return Map.copyOf(lines);
    }
}
