package io.plantgate.ledger;

import io.plantgate.event.Arrival;
import io.plantgate.event.Reading;

/**
 * One arrival inside a unit, under the id it keeps through all tries.
 *
 * @param arrivalId its own id; of a completion, the id of the kept arrival
 * @param arrival what came in
 * @param importId row of {@code import}, or null
 * @param importRow number of the item in its file from 1, or null
 * @param completion the person's word that this is about, or null
 */
record Entry(long arrivalId, Arrival arrival, Long importId, Long importRow, Unit.Completion completion) {

    /** The same arrival, judged otherwise. */
    Entry read(Reading reading) {
        return new Entry(arrivalId, arrival.read(reading), importId, importRow, completion);
    }

    long rawBytes() {
        return arrival.delivery().raw().kept().length;
    }
}
