package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Lane;
import java.time.Duration;

/**
 * What is to be done, as the site's file {@code NAME.effect.yaml} says it.
 *
 * @param channel where its effects go
 * @param message makes what is sent
 * @param unknown what an unknown outcome leads to
 * @param retry when to try again
 * @param maxAge from the event on; older ones are never sent; null for no bound. The event is as old as its source says, if it says
 *     a time at most 366 days before the arrival's {@code arrivalAt} and not after it, else as that
 * @param lane whether its effects keep an order
 * @param ask how long after an acceptance without a report the target is asked; null for never
 * @param definition the file's text
 */
record Kind(
        String name,
        String channel,
        MessageTemplate message,
        UnknownRule unknown,
        RetrySchedule retry,
        Duration maxAge,
        Lane lane,
        Duration ask,
        String definition) {

    boolean laned() {
        return lane != Lane.NONE;
    }
}
