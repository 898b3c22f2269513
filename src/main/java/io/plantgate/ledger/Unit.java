package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import java.util.List;
import java.util.Objects;

/**
 * Arrivals that are decided in one transaction, in their order.
 *
 * @param orderKey units with equal keys are decided in the order in which they were handed over; a device, a source or,
 *     for chunks, the inlet
 * @param arrivals one or more
 * @param chunk the chunk of an import that this unit is, or null; its row is part of the transaction
 * @param completion a person's word on an arrival that is there already, or null; then {@code arrivals} holds that one
 *     arrival, read anew
 */
public record Unit(String orderKey, List<Arrival> arrivals, Chunk chunk, Completion completion) {

    public Unit {
        Objects.requireNonNull(orderKey, "orderKey");
        arrivals = List.copyOf(arrivals);
        if (arrivals.isEmpty()) {
            throw new IllegalArgumentException("a unit needs at least one arrival");
        }
        if (completion != null && arrivals.size() != 1) {
            throw new IllegalArgumentException("a completion is about one arrival, not " + arrivals.size());
        }
    }

    /** A single arrival, in the order of its device (or source, or inlet where it has neither). */
    public static Unit of(Arrival arrival) {
        return new Unit(OrderKey.of(arrival), List.of(arrival), null, null);
    }

    /** Several arrivals of one inlet that are decided together. */
    public static Unit ofInlet(String inlet, List<Arrival> arrivals) {
        return new Unit(inlet, arrivals, null, null);
    }

    /** One chunk of an import. */
    public static Unit ofImport(String inlet, List<Arrival> arrivals, Chunk chunk) {
        return new Unit(inlet, arrivals, chunk, null);
    }

    /** A kept arrival, read anew with what a person supplied. */
    public static Unit ofCompletion(Arrival arrival, Completion completion) {
        return new Unit(OrderKey.of(arrival), List.of(arrival), null, completion);
    }

    /**
     * A chunk of an import, or what of it is in one of its two lanes; its number is never recorded twice.
     *
     * @param importId row of the table {@code import}
     * @param chunkNo from 0, in file order; two numbers for each chunk of the file, of which one may never be used
     * @param rows number of each of its items in the file, from 1
     */
    public record Chunk(long importId, long chunkNo, List<Long> rows) {
        public Chunk {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Who completed or released an arrival, and why.
     *
     * @param arrivalId the kept arrival; becomes the canonicalId if it turns out to be the first
     * @param by the person's name
     * @param reason why, in the person's words
     * @param supplied JSON object of the identity parts that the person supplied
     */
    public record Completion(long arrivalId, String by, String reason, String supplied) {
        public Completion {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(supplied, "supplied");
        }
    }
}
