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

    /**
     * Whether all that is kept in order by the arrival's source has this key, too. Identities and numbers are the source's, and a
     * profile may take the device from a place of its own, so that one source comes from two devices; it may not where the device is the source, or the
     * source's text up to a separator.
     */
    static boolean coversItsSource(Arrival arrival) {
        if (!(arrival.reading() instanceof Event event)) {
            return true;
        }
        if (event.attachment() != null) {
            return false;
        }
        String device = event.device();
        String source = event.identity().source();
        return device == null
                || device.equals(source)
                || source.startsWith(device) && !Character.isLetterOrDigit(source.charAt(device.length()));
    }
}
