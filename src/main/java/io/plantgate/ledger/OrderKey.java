package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;

/**
 * What one arrival is kept in order by: what it brings, its device, else its source, else its inlet. An interrupted import relies on it:
 * another answer for the same row is another {@link LedgerExchange#DEALING}.
 */
final class OrderKey {

    private OrderKey() {}

    static String of(Arrival arrival) {
        if (arrival.reading() instanceof Event event) {
            if (event.attachment() != null) {
                return event.attachment().orderKey();
            }
            return event.device() != null ? event.device() : event.identity().source();
        }
        return arrival.delivery().inlet();
    }
}
