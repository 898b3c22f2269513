package io.plantgate.bench;

import io.plantgate.event.EventIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A trip of one of a hundred pumps, about 250 bytes of JSON, as a controller would send it. */
record Message(String device, String source, String transitionId, String bootId, Instant arrivalAt, byte[] raw) {

    private static final int DEVICES = 100;

    /** The three parts glued, as somebody without a composite identity would. */
    String key() {
        return source + "|" + transitionId + "|" + bootId;
    }

    /** The same, a second later. */
    Message again() {
        return new Message(device, source, transitionId, bootId, arrivalAt.plusSeconds(1), raw);
    }

    /** The same name with other content, two seconds later. */
    Message contradicted() {
        String other = new String(raw, StandardCharsets.UTF_8).replace("12.5", "13.5");
        return new Message(
                device, source, transitionId, bootId, arrivalAt.plusSeconds(2), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Messages with counting transition ids, device after device, none of them sent before. */
    static List<Message> counting(int round, int number) {
        List<Message> messages = new ArrayList<>(number);
        Instant arrivalAt = Instant.parse("2026-03-02T00:00:00Z");
        for (int i = 0; i < number; i++) {
            messages.add(of(i % DEVICES, "T" + round + "-" + i / DEVICES, arrivalAt.plusMillis(i)));
        }
        return messages;
    }

    /** Which of its round's messages it is, from 0. */
    static int number(EventIdentity identity) {
        String source = identity.source();
        String transitionId = identity.transitionId();
        int deviceNo = Integer.parseInt(source.substring("PUMP-".length(), source.indexOf('/')));
        return Integer.parseInt(transitionId.substring(transitionId.indexOf('-') + 1)) * DEVICES + deviceNo;
    }

    private static Message of(int deviceNo, String transitionId, Instant arrivalAt) {
        String device = "PUMP-" + deviceNo;
        String source = device + "/Trip";
        String json = "{\"source\":\"" + source + "\",\"transitionId\":\"" + transitionId
                + "\",\"bootId\":\"B17\",\"SourceTimestamp\":\"" + arrivalAt
                + "\",\"severity\":\"Low\",\"value\":12.5,"
                + "\"limit\":80.25,\"unit\":\"bar\",\"text\":\"discharge pressure above limit\",\"ack\":false}";
        return new Message(device, source, transitionId, "B17", arrivalAt, json.getBytes(StandardCharsets.UTF_8));
    }
}
