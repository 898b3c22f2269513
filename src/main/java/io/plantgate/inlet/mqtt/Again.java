package io.plantgate.inlet.mqtt;

import io.plantgate.ledger.LedgerBusyException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Messages of one source that the ledger had no room for, and those that came behind them: they wait here and are offered
 * in the order of their coming, so that a device's order holds. The window bounds how many there are.
 */
final class Again {

    private final Consumer<Turn> route;
    private final BiConsumer<Runnable, Runnable> later;
    private final NavigableMap<Long, Turn> waiting = new TreeMap<>();
    private long last;
    private boolean holding;

    /**
     * @param route offers a message to the ledger; never blocks
     * @param later does the first a little later or, if the source stops, the second
     */
    Again(Consumer<Turn> route, BiConsumer<Runnable, Runnable> later) {
        this.route = route;
        this.later = later;
    }

    /**
     * A message in its place.
     *
     * @param number rises with the order of coming
     */
    record Turn(long number, Incoming incoming) {}

    /** Takes a message that has just come: on its way at once, or behind those that wait. */
    void take(Incoming incoming) {
        Turn turn;
        synchronized (this) {
            turn = new Turn(++last, incoming);
            if (holding) {
                waiting.put(turn.number(), turn);
                return;
            }
        }
        route.accept(turn);
    }

    /** The ledger had no room for it: it waits in its place. */
    void noRoom(Turn turn) {
        synchronized (this) {
            waiting.put(turn.number(), turn);
            if (holding) {
                return;
            }
            holding = true;
        }
        later.accept(this::offerAll, this::giveUp);
    }

    private void offerAll() {
        for (Turn turn = next(); turn != null; turn = next()) {
            if (turn.incoming().isWorthRetrying()) {
                route.accept(turn);
            } else {
                turn.incoming().failed(new LedgerBusyException());
            }
            if (isBack(turn)) {
                later.accept(this::offerAll, this::giveUp);
                return;
            }
        }
    }

    /** Lets all go that wait: they are not acknowledged, and the broker sends them again. */
    void giveUp() {
        for (Turn turn = next(); turn != null; turn = next()) {
            turn.incoming().failed(new LedgerBusyException());
        }
    }

    // None left and none held any more are one step, or a message could be forgotten between the two.
    private synchronized Turn next() {
        Map.Entry<Long, Turn> first = waiting.pollFirstEntry();
        holding = first != null;
        return first == null ? null : first.getValue();
    }

    private synchronized boolean isBack(Turn turn) {
        return waiting.containsKey(turn.number());
    }
}
