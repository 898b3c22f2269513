package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A machine with tags of its own and a log of all that was written, which is the truth for tests. What it does with the next
 * writes is scripted; without a script it does them and acknowledges.
 */
final class ScriptedDevice implements Driver, Machine {

    /** What it does with one write. */
    enum Turn {
        /** Writes and acknowledges. */
        WRITE,
        /** Writes; the acknowledgement is lost. */
        LOSE_ANSWER,
        /** The request is lost: nothing is written, nothing is answered. */
        LOSE_REQUEST,
        /** Refuses: nothing is written. */
        REFUSE,
        /** Says that it did this very operation. */
        WRITE_AND_SAY_DONE,
        /** Says that it did this very operation, and found another order in its registers. */
        SAY_DONE,
        /** Acknowledges, and does nothing yet. */
        TAKE_OVER,
        /** Cannot be connected to. */
        UNREACHABLE,
        /** Writes, then holds the answer back until {@link #goOn()}. */
        WRITE_AND_HOLD
    }

    final Map<String, JsonNode> tags = new ConcurrentHashMap<>();
    /** Every write that had an effect: the operation's name. */
    final List<String> written = new CopyOnWriteArrayList<>();

    final List<DeviceWrite> writes = new CopyOnWriteArrayList<>();
    final ConcurrentLinkedDeque<Turn> script = new ConcurrentLinkedDeque<>();
    /** What it answers when it is asked about an operation; nothing by default. */
    final Map<String, DeviceWord> knows = new ConcurrentHashMap<>();

    /** With which it refuses. */
    volatile String code = "ILLEGAL_DATA_VALUE";

    volatile boolean readable = true;
    /** Whether orders reach it together with their numbers. */
    volatile boolean vouches = true;
    /** How often it was asked about an operation and said nothing. */
    final AtomicInteger silences = new AtomicInteger();
    /** Happens at the beginning of each reading. */
    volatile Runnable atReading = () -> {};
    /** The most writes that ever went on at the same time. */
    final AtomicInteger atOnceMost = new AtomicInteger();

    private final AtomicInteger atOnce = new AtomicInteger();
    private volatile CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch holding = new CountDownLatch(1);

    ScriptedDevice() {
        tags.put("running", JsonNodeFactory.instance.booleanNode(true));
        tags.put("local", JsonNodeFactory.instance.booleanNode(false));
        tags.put("speed", JsonNodeFactory.instance.numberNode(10));
        tags.put("version", JsonNodeFactory.instance.numberNode(0));
    }

    ScriptedDevice will(Turn... turns) {
        script.addAll(List.of(turns));
        return this;
    }

    @Override
    public Driver driver() {
        return this;
    }

    @Override
    public String equipment() {
        return OperationFixture.CONVEYOR;
    }

    @Override
    public void will(Fault fault) {
        will(Turn.valueOf(fault.name()));
    }

    @Override
    public int effects() {
        return written.size();
    }

    @Override
    public boolean reports() {
        return true;
    }

    @Override
    public void finish(Operations node) {
        if (written.isEmpty()) {
            act(writes.get(0));
        }
        JsonNode at = JsonNodeFactory.instance.objectNode().put("at", 3);
        node.reports().report("conveyor", writes.get(0).operationId(), new DeviceWord.Done(at, "home reached"));
    }

    void goOn() {
        held.countDown();
    }

    @Override
    public String protocol() {
        return "scripted";
    }

    @Override
    public void check(Equipment equipment) {
        if (equipment.connection().path("wrong").asBoolean()) {
            throw new IllegalArgumentException("connection.wrong: true is not allowed; remove it.");
        }
    }

    @Override
    public Set<String> places(Equipment equipment) {
        return Set.of(equipment.connection().path("host").asText());
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        if (script.peek() == Turn.UNREACHABLE) {
            script.poll();
            throw new NeverReachedException("connection refused", null);
        }
        return new Talk();
    }

    private final class Talk implements Session {

        @Override
        public Map<String, JsonNode> read(Collection<Tag> wanted, Deadline deadline) {
            atReading.run();
            if (!readable) {
                throw new DeviceSilentException("no answer", null);
            }
            Map<String, JsonNode> values = new TreeMap<>();
            wanted.forEach(tag -> values.put(tag.name(), tags.get(tag.name())));
            return values;
        }

        @Override
        public DeviceWord write(DeviceWrite write, Deadline deadline) {
            atOnceMost.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                return played(write);
            } finally {
                atOnce.decrementAndGet();
            }
        }

        private DeviceWord played(DeviceWrite write) {
            writes.add(write);
            Turn turn = script.isEmpty() ? Turn.WRITE : script.poll();
            return switch (turn) {
                case WRITE -> {
                    act(write);
                    yield new DeviceWord.Accepted("ref-" + write.operationNumber(), "acknowledged");
                }
                case LOSE_ANSWER -> {
                    act(write);
                    yield new DeviceWord.Unclear("no answer in time");
                }
                case WRITE_AND_SAY_DONE -> {
                    act(write);
                    yield new DeviceWord.Done(
                            JsonNodeFactory.instance.objectNode().put("at", 1), "done");
                }
                case SAY_DONE -> new DeviceWord.Done(JsonNodeFactory.instance.nullNode(), "number known, state done");
                case WRITE_AND_HOLD -> {
                    act(write);
                    holding.countDown();
                    hold();
                    yield new DeviceWord.Accepted(null, "acknowledged late");
                }
                case REFUSE -> new DeviceWord.Refused(code, "exception 3");
                case TAKE_OVER -> new DeviceWord.Accepted("job-1", "queued");
                case LOSE_REQUEST, UNREACHABLE -> new DeviceWord.Unclear("no answer in time");
            };
        }

        @Override
        public boolean vouchesForTheOrder() {
            return vouches;
        }

        @Override
        public DeviceWord ask(DeviceWrite write, Deadline deadline) {
            if (!readable) {
                silences.incrementAndGet();
                throw new DeviceSilentException("no answer", null);
            }
            return knows.getOrDefault(write.operationId(), new DeviceWord.Nothing("knows no operations"));
        }

        @Override
        public void close() {}
    }

    private void hold() {
        try {
            held.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void act(DeviceWrite write) {
        write.writes().forEach(each -> tags.put(each.tag().name(), each.value()));
        tags.computeIfPresent("version", (name, value) -> JsonNodeFactory.instance.numberNode(value.intValue() + 1));
        written.add(write.operationId());
    }
}
