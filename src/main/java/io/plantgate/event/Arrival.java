package io.plantgate.event;

import java.util.Objects;

/**
 * One delivery of bytes and what its profile made of them: all that the ledger needs to decide and to store.
 *
 * @param delivery the transport's side
 * @param profile the profile that read it, in the text it had then
 * @param reading the event, or a reason why not; an event of a delivery that {@link Delivery#plansEffects plans no effects}
 *     names none
 */
public record Arrival(Delivery delivery, ProfileVersion profile, Reading reading) {

    public Arrival {
        Objects.requireNonNull(delivery, "delivery");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(reading, "reading");
        if (reading instanceof Event event && !delivery.plansEffects()) {
            reading = event.withoutEffects();
        }
    }

    /** The same bytes, judged otherwise. */
    public Arrival read(Reading other) {
        return new Arrival(delivery, profile, other);
    }
}
