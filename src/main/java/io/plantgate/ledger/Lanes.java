package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * A chunk of a stream dealt out to two lanes, each a unit of its own, so that two committers write one stream: one
 * connection's server process is busy all the time with a single one. What has to keep its order (a device, a source, an
 * entity) is always in the same lane. Whoever changes which lane a row comes in changes {@link LedgerExchange#DEALING}, too.
 */
final class Lanes {

    static final int NUMBER = 2;

    private final List<Lane> lanes = new ArrayList<>(NUMBER);
    private final int[] laneOf;

    Lanes(List<Arrival> chunk) {
        for (int number = 0; number < NUMBER; number++) {
            lanes.add(new Lane(number, new ArrayList<>(chunk.size()), new ArrayList<>(chunk.size())));
        }
        laneOf = new int[chunk.size()];
        for (int i = 0; i < laneOf.length; i++) {
            laneOf[i] = Math.floorMod(OrderKey.of(chunk.get(i)).hashCode(), NUMBER);
            lanes.get(laneOf[i]).arrivals.add(chunk.get(i));
            lanes.get(laneOf[i]).positions.add((long) i);
        }
    }

    /**
     * What of a chunk is in one lane.
     *
     * @param positions where its arrivals stand in the chunk, from 0
     */
    record Lane(int number, List<Arrival> arrivals, List<Long> positions) {

        /** A chunk that is not dealt out. */
        static Lane whole(List<Arrival> chunk) {
            return new Lane(0, chunk, LongStream.range(0, chunk.size()).boxed().toList());
        }
    }

    /** Hands a lane over. */
    @FunctionalInterface
    interface Handing {
        /** @return the decisions to come; an empty list for what was recorded before */
        CompletableFuture<List<Decision>> put(Lane lane) throws InterruptedException;
    }

    /** Hands over each lane that holds anything; the decisions to come are in the chunk's order. */
    CompletableFuture<List<Decision>> put(Handing handing) throws InterruptedException {
        List<CompletableFuture<List<Decision>>> decided = new ArrayList<>(NUMBER);
        for (Lane lane : lanes) {
            decided.add(lane.arrivals.isEmpty() ? CompletableFuture.completedFuture(List.of()) : handing.put(lane));
        }
        return CompletableFuture.allOf(decided.toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        inOrder(decided.stream().map(CompletableFuture::join).toList()));
    }

    /** The order key of a lane. Neighbouring lanes have neighbouring hash codes: where there are several shards, different ones. */
    static String key(String stream, int lane) {
        return stream + (char) ('0' + lane);
    }

    private List<Decision> inOrder(List<List<Decision>> decided) {
        List<Iterator<Decision>> next = decided.stream().map(List::iterator).toList();
        List<Decision> decisions = new ArrayList<>(laneOf.length);
        for (int lane : laneOf) {
            if (!decided.get(lane).isEmpty()) {
                decisions.add(next.get(lane).next());
            }
        }
        return decisions;
    }
}
