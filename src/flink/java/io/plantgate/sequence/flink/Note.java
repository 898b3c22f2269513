package io.plantgate.sequence.flink;

/** What is worth knowing beside the first arrivals. Public fields, as for {@link Sample}. */
public class Note {

    /** {@code DUPLICATE}, {@code GAP_OPENED}, {@code GAP_CLOSED}, {@code GENERATION_CHANGED}, {@code SILENT}, or why a sample has no answer. */
    public String kind = "";

    public String entity = "";
    public String generation = "";

    /** The number, or the first of a gap. */
    public long from;

    /** The number, or the last of a gap. */
    public long to;

    /** The message that nobody can answer, so that it is not lost; else empty. */
    public byte[] raw = new byte[0];

    public Note() {}

    Note(String kind, Sample about, long from, long to) {
        this.kind = kind;
        this.entity = about.entity;
        this.generation = about.generation;
        this.from = from;
        this.to = to;
    }

    Note keeping(byte[] bytes) {
        this.raw = bytes;
        return this;
    }

    @Override
    public String toString() {
        return kind + " " + entity + " " + generation + " " + from + ".." + to;
    }
}
