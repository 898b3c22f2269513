package io.plantgate.sequence.flink;

import java.nio.charset.StandardCharsets;

/** One message of an entity. Public fields and an empty constructor: Flink's serializer for POJOs asks for both. */
public class Sample {

    /** Who counts. */
    public String entity = "";

    /** The restart generation that the source says; empty for sources without. */
    public String generation = "";

    /** The number, as sent. */
    public long number;

    /** True if it would step the track back: it is kept, and whoever draws leaves it out. */
    public boolean late;

    /** The message as it came. */
    public byte[] raw = new byte[0];

    /** Why it has no number, or empty. */
    public String fault = "";

    public Sample() {}

    public Sample(String entity, String generation, long number, byte[] raw) {
        this.entity = entity;
        this.generation = generation;
        this.number = number;
        this.raw = raw;
    }

    static Sample faulty(byte[] raw, String fault) {
        Sample sample = new Sample("", "", -1, raw);
        sample.fault = fault;
        return sample;
    }

    @Override
    public String toString() {
        return entity + " " + generation + " " + number + (late ? " late " : " ")
                + new String(raw, StandardCharsets.UTF_8);
    }
}
