package io.plantgate.embedded.simulator;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One pump's controller: counts its transitions within a boot, and misbehaves as controllers do. What it says depends on
 * its random numbers and the time it is told, and on nothing else.
 */
final class SimulatedPump implements SimulatedDevice {

    // Out of a hundred steps; the rest are plain trips and silence.
    private static final int RESTARTS = 2;
    private static final int GOES_OFFLINE = 3;
    private static final int SENDS_AGAIN = 20;
    private static final int CONTRADICTS_ITSELF = 1;
    private static final int FORGETS_ITS_BOOT = 1;
    private static final int TRIPS = 45;
    private static final int OFFLINE_STEPS_MAX = 12;
    private static final int BUFFERED_MAX = 100;

    private static final String[] SEVERITIES = {"Low", "Medium", "High"};

    private final String name;
    private final RandomGenerator random;
    private final Deque<String> buffered = new ArrayDeque<>();
    private long boot;
    private long transition;
    private int offlineSteps;
    private String last;

    SimulatedPump(String name, long firstBoot, RandomGenerator random) {
        this.name = name;
        this.boot = firstBoot;
        this.random = random;
    }

    @Override
    public String name() {
        return name;
    }

    /** One step of its life: the messages that it sends now, in their order; often none. */
    @Override
    public List<String> step(Instant now) {
        List<String> said = live(now);
        if (offlineSteps > 0) {
            offlineSteps--;
            said.forEach(this::buffer);
            return List.of();
        }
        // Back on the line: what was buffered goes out first, as it was written then.
        List<String> sent = new ArrayList<>(buffered);
        buffered.clear();
        sent.addAll(said);
        return sent;
    }

    private List<String> live(Instant now) {
        int chance = random.nextInt(100);
        if ((chance -= RESTARTS) < 0) {
            return List.of(restart(now));
        }
        if ((chance -= GOES_OFFLINE) < 0) {
            offlineSteps = 1 + random.nextInt(OFFLINE_STEPS_MAX);
            return List.of();
        }
        if ((chance -= SENDS_AGAIN) < 0) {
            return last == null ? List.of() : List.of(last);
        }
        if ((chance -= CONTRADICTS_ITSELF) < 0) {
            return last == null ? List.of() : List.of(last.replace("\"value\":", "\"value\":9"));
        }
        if ((chance -= FORGETS_ITS_BOOT) < 0) {
            return List.of(trip(now).replaceAll("\"bootId\":\"[^\"]*\",", ""));
        }
        if (chance - TRIPS < 0) {
            last = trip(now);
            return List.of(last);
        }
        return List.of();
    }

    private String restart(Instant now) {
        boot++;
        transition = 0;
        last = null;
        return message("Boot", "boot-" + boot, now, "\"kind\":\"boot\"");
    }

    private String trip(Instant now) {
        transition++;
        String severity = SEVERITIES[random.nextInt(SEVERITIES.length)];
        String value = (50 + random.nextInt(450)) / 10.0 + "";
        return message("Trip", "T" + transition, now, "\"severity\":\"" + severity + "\",\"value\":" + value);
    }

    private String message(String channel, String transitionId, Instant now, String rest) {
        return "{\"source\":\"" + name + "/" + channel + "\",\"transitionId\":\"" + transitionId + "\",\"bootId\":\"B"
                + boot + "\",\"SourceTimestamp\":\"" + now + "\"," + rest + "}";
    }

    private void buffer(String message) {
        if (buffered.size() == BUFFERED_MAX) {
            buffered.removeFirst();
        }
        buffered.addLast(message);
    }
}
