package io.plantgate.embedded.simulator;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A handheld: it scans cartons and serials under keys of its own, sends again what it did not hear an answer to, now and then
 * sends none of its keys, reads nothing, or uses a key for another content.
 */
final class SimulatedScanner implements SimulatedDevice {

    private static final List<String> CODES =
            List.of("09501234500171", "045123450011", "SN-4711", "SN-4712", "NOT-KNOWN");
    private static final List<String> ACTIONS = List.of("pick", "pass", "load", "unpack", "complete");

    private final String name;
    private final RandomGenerator random;
    private String last;
    private long scans;

    SimulatedScanner(String name, RandomGenerator random) {
        this.name = name;
        this.random = random;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> step(Instant now) {
        List<String> said = new ArrayList<>();
        if (random.nextInt(3) > 0) {
            return said;
        }
        int mood = random.nextInt(100);
        if (last != null && mood < 20) {
            said.add(last);
        } else if (last != null && mood < 22) {
            said.add(last.replace("\"" + action(last) + "\"", "\"rework\""));
        } else {
            last = scan(now, mood < 30);
            said.add(last);
        }
        return said;
    }

    private static String action(String scan) {
        int from = scan.indexOf("\"scan_action\":\"") + 15;
        return scan.substring(from, scan.indexOf('"', from));
    }

    private String scan(Instant now, boolean withoutKey) {
        scans++;
        String code = random.nextInt(40) == 0 ? "NOREAD" : CODES.get(random.nextInt(CODES.size()));
        String key = withoutKey ? "" : "\"idempotency_key\":\"%s-%d-%d\",".formatted(name, now.toEpochMilli(), scans);
        return "{%s\"scan_barcode\":\"%s\",\"scan_action\":\"%s\",\"work_order\":\"WO-%d\",\"device_id\":\"%s\",\"device_type\":\"handheld\",\"capture_time\":\"%s\"}"
                .formatted(
                        key,
                        code,
                        ACTIONS.get(random.nextInt(ACTIONS.size())),
                        1 + random.nextInt(3),
                        name,
                        now.truncatedTo(ChronoUnit.MILLIS));
    }
}
