package io.plantgate.inlet;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How much of the ledger's queue each broker's inlet may fill. The windows of all inlets together fit one shard's queue,
 * because all their devices may belong to one shard: then nothing that a broker delivered is ever refused for want of
 * room by another broker's inlet.
 */
public final class InFlightShares {

    private final int capacityArrivals;
    private final Map<String, Integer> shares = new TreeMap<>();

    /** @param capacityArrivals arrivals that wait in one shard's queue at most */
    public InFlightShares(int capacityArrivals) {
        this.capacityArrivals = capacityArrivals;
    }

    /**
     * Takes a share; the same inlet's earlier one is replaced.
     *
     * @param inlet the inlet's name, e.g. {@code mqtt:pumps}
     * @param arrivalsMax arrivals that it has in flight at most
     * @throws IllegalStateException if the windows would not fit the queue
     */
    public synchronized void take(String inlet, int arrivalsMax) {
        long others = shares.entrySet().stream()
                .filter(share -> !share.getKey().equals(inlet))
                .mapToLong(Map.Entry::getValue)
                .sum();
        if (others + arrivalsMax > capacityArrivals) {
            throw new IllegalStateException(
                    ("%s: its in-flight window of %d and those of the others (%s) are together more than the ledger's queue"
                                    + " of %d arrivals (plantgate.ledger.queue-arrivals-max). Make the windows smaller, or the"
                                    + " queue longer.")
                            .formatted(inlet, arrivalsMax, describeOthers(inlet), capacityArrivals));
        }
        shares.put(inlet, arrivalsMax);
    }

    /** Gives the share back. */
    public synchronized void giveBack(String inlet) {
        shares.remove(inlet);
    }

    private String describeOthers(String inlet) {
        String others = shares.entrySet().stream()
                .filter(share -> !share.getKey().equals(inlet))
                .map(share -> share.getKey() + " " + share.getValue())
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "none" : others;
    }
}
