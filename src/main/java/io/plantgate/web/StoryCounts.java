package io.plantgate.web;

/**
 * Source events, arrivals and attempts, counted apart: none of them is another.
 *
 * @param sourceEvents always 1: this event
 * @param arrivals the canonical arrival and all that repeated or contradicted it
 * @param plannedEffects effects that rules named for it
 * @param attempts tries to deliver them
 */
record StoryCounts(
        long sourceEvents, long arrivals, long duplicates, long conflicts, long plannedEffects, long attempts) {}
