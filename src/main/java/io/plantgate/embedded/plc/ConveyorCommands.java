package io.plantgate.embedded.plc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a well-built MQTT device does with a command: known again by its operationId, acknowledged, done, and said to be done. */
final class ConveyorCommands implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int SPEED_MAX = 30;
    private static final int STEP_TENTHS = 10;
    private static final int KEPT_MAX = 1_000;

    private final Conveyor conveyor;
    private final DeviceLog log;
    private final Script script;
    private final Consumer<byte[]> answers;
    private final Runnable cut;
    private final ScheduledExecutorService later;
    private final Map<String, ObjectNode> kept = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ObjectNode> eldest) {
            return size() > KEPT_MAX;
        }
    };
    private byte[] lastAnswer = new byte[0];
    private JsonNode takenOver;
    private ObjectNode ended;
    private volatile long lateMillis = 1_500;

    /** @param cut resets the line between Plantgate and the broker */
    ConveyorCommands(Conveyor conveyor, DeviceLog log, Script script, Consumer<byte[]> answers, Runnable cut) {
        this.conveyor = conveyor;
        this.log = log;
        this.script = script;
        this.answers = answers;
        this.cut = cut;
        this.later = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "conveyor-commands");
            thread.setDaemon(true);
            return thread;
        });
    }

    void lateMillis(long millis) {
        lateMillis = millis;
    }

    synchronized void command(byte[] message) {
        JsonNode command = read(message);
        String operation = command.path("operationId").asText();
        ObjectNode known = kept.get(operation);
        if (known != null) {
            log.refusedRepeatOf(operation);
            say(known);
            return;
        }
        Manner manner = script.forThisWrite();
        if (manner == Manner.RESETS) {
            cut.run();
        }
        if (manner.acts() || manner == Manner.REFUSES) {
            answer(manner, command, manner == Manner.REFUSES ? "refused" : follow(command, operation));
        }
        if (manner == Manner.TAKES_OVER) {
            takenOver = command;
            say(keep(command, "accepted"));
        }
    }

    /** Does what it has taken over, and says that it is done; says so once more if there is nothing to do. */
    synchronized void finish() {
        if (takenOver != null) {
            ended = keep(
                    takenOver, follow(takenOver, takenOver.path("operationId").asText()));
            takenOver = null;
        }
        if (ended != null) {
            say(ended);
        }
    }

    private ObjectNode keep(JsonNode command, String state) {
        ObjectNode answer = JSON.createObjectNode()
                .put("operationId", command.path("operationId").asText())
                .put("digest", command.path("digest").asText())
                .put("state", state);
        if ("refused".equals(state)) {
            answer.put("code", "NOT_ALLOWED");
        }
        kept.put(command.path("operationId").asText(), answer);
        return answer;
    }

    /** The state in which the command ends. */
    private String follow(JsonNode command, String operation) {
        JsonNode speed = command.path("parameters").path("speed");
        switch (command.path("command").asText()) {
            case "stop", "home" -> conveyor.run(false, operation);
            case "start" -> conveyor.run(true, operation);
            case "step" -> conveyor.speed(conveyor.speedTenths() + STEP_TENTHS, operation);
            case "speed" -> {
                if (!speed.isNumber() || speed.doubleValue() > SPEED_MAX || speed.doubleValue() < 0) {
                    return "refused";
                }
                conveyor.speed((int) Math.round(speed.doubleValue() * 10), operation);
            }
            default -> {
                return "refused";
            }
        }
        return "done";
    }

    private void answer(Manner manner, JsonNode command, String end) {
        ObjectNode answer = keep(command, end);
        switch (manner) {
            case LATE -> later.schedule(() -> bothWords(answer), lateMillis, TimeUnit.MILLISECONDS);
            case PREVIOUS, CONFUSED -> sayAgain();
            case MUTE -> lastAnswer = bytes(answer);
            case LOST -> {
                cut.run();
                bothWords(answer);
            }
            default -> bothWords(answer);
        }
    }

    private synchronized void bothWords(ObjectNode end) {
        if ("done".equals(end.path("state").asText())) {
            say(end.deepCopy().put("state", "accepted"));
        }
        say(end);
    }

    private void sayAgain() {
        if (lastAnswer.length > 0) {
            answers.accept(lastAnswer);
        }
    }

    private void say(ObjectNode answer) {
        lastAnswer = bytes(answer);
        answers.accept(lastAnswer);
    }

    synchronized void query(byte[] message) {
        JsonNode query = read(message);
        ObjectNode answer = JSON.createObjectNode();
        if ("operation".equals(query.path("query").asText())) {
            String operation = query.path("operationId").asText();
            ObjectNode known = kept.get(operation);
            answer = known != null
                    ? known.deepCopy()
                    : answer.put("operationId", operation).put("state", "unknown");
        } else {
            answer.putObject("values")
                    .put("running", conveyor.isRunning())
                    .put("speed", conveyor.speedTenths() / 10.0)
                    .put("orders", conveyor.orders());
        }
        answers.accept(bytes(answer.put("requestId", query.path("requestId").asText())));
    }

    private static JsonNode read(byte[] message) {
        try {
            return JSON.readTree(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(JsonNode answer) {
        try {
            return JSON.writeValueAsBytes(answer);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        later.shutdownNow();
    }
}
