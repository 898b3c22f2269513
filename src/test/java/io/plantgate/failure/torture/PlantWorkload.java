package io.plantgate.failure.torture;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * What one transport's devices publish, a function of the seed alone. All transports tell of the same events, each in its
 * own disorder: repeats, contradictions, restarts of controllers, missing names and garbage are part of it.
 */
final class PlantWorkload implements Workload {

    private static final int DEVICES = 20;
    private static final int EVENTS_OF_A_BOOT = 600;
    private static final int LOOKS_BACK_MAX = 40;

    private final String transport;
    private final Random random;
    private int published;

    PlantWorkload(String transport, long seed) {
        this.transport = transport;
        this.random = new Random(seed * 31 + transport.hashCode());
    }

    @Override
    public synchronized Publication next() {
        int number = published++;
        int event = Math.max(0, number - random.nextInt(LOOKS_BACK_MAX));
        int kind = random.nextInt(100);
        String name = transport + "-" + number;
        if (kind < 2) {
            return new Publication(name, null, bytes("{\"n\":\"" + name + "\", broken"));
        }
        if (kind < 5) {
            return new Publication(name, null, bytes(body(name, event, "High", null)));
        }
        return new Publication(name, identity(event), bytes(body(name, event, kind < 9 ? name : "High", boot(event))));
    }

    private static String body(String name, int event, String severity, String boot) {
        return """
                {"source":"%s","transitionId":"%s",%s"severity":"%s","value":%d,"n":"%s"}""".formatted(
                        source(event),
                        transition(event),
                        boot == null ? "" : "\"bootId\":\"" + boot + "\",",
                        severity,
                        event,
                        name);
    }

    static String identity(int event) {
        return source(event) + "|" + transition(event) + "|" + boot(event);
    }

    private static String source(int event) {
        return "PUMP-%02d/Trip".formatted(event % DEVICES);
    }

    private static String transition(int event) {
        return "T" + event % EVENTS_OF_A_BOOT;
    }

    private static String boot(int event) {
        return "B" + event / EVENTS_OF_A_BOOT;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
