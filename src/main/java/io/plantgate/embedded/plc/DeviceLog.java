package io.plantgate.embedded.plc;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a simulated device really did. Whatever anybody else says about it, this is the truth. */
public final class DeviceLog {

    private static final Logger LOG = LoggerFactory.getLogger(DeviceLog.class);

    private final String device;
    private final List<LoggedWrite> writes = new CopyOnWriteArrayList<>();
    private final List<String> repeats = new CopyOnWriteArrayList<>();

    DeviceLog(String device) {
        this.device = device;
    }

    void changed(String what, Object value, String operation) {
        writes.add(new LoggedWrite(Instant.now(), what, String.valueOf(value), operation));
        LOG.info("{}: {} was written {}", device, what, operation);
        LOG.debug("{}: {} = {}", device, what, value);
    }

    void refusedRepeatOf(String operation) {
        repeats.add(operation);
        LOG.info("{}: {} has been here before, nothing done", device, operation);
    }

    /** Every change, oldest first. */
    public List<LoggedWrite> writes() {
        return List.copyOf(writes);
    }

    /** How often an operation, as the device knows it, has changed something. */
    public long writesOf(String operation) {
        return writes.stream()
                .filter(write -> write.operation().equals(operation))
                .count();
    }

    /** Operations that came again and were not done again, oldest first. */
    public List<String> repeats() {
        return List.copyOf(repeats);
    }
}
