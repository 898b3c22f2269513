package io.plantgate.worklist;

import java.time.Instant;

/**
 * Which items, or which arrivals of an item; a null part does not restrict.
 *
 * @param source exact source
 * @param device exact device
 * @param transitionId exact transitionId
 * @param canonicalId the event that was contradicted
 * @param from earliest arrivalAt of the item's first arrival, inclusive
 * @param to latest arrivalAt, exclusive
 */
public record ItemFilter(
        String source, String device, String transitionId, Long canonicalId, Instant from, Instant to) {

    public static final ItemFilter ALL = new ItemFilter(null, null, null, null, null, null);
}
