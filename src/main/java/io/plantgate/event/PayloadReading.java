package io.plantgate.event;

import io.plantgate.event.PayloadRereading.KeptArrival;
import java.util.Optional;

/** Reads what an event says from the bytes that were kept of it. */
public interface PayloadReading {

    /**
     * The payload fields, read by the text of the profile that read the bytes when they came.
     *
     * @return empty if those bytes cannot be read: they are gone in part, or a step of the site's route had made something
     *     else of them
     */
    Optional<FieldValue> payload(KeptArrival kept);
}
