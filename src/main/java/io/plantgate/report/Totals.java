package io.plantgate.report;

/**
 * Three numbers that must never be mixed up.
 *
 * @param sourceEvents what happened at the sources: distinct events that the arrivals are about
 * @param arrivals how often something was delivered to the gateway
 * @param effectsPlanned what is to follow outside
 * @param attempts how often something was tried outside
 */
record Totals(long sourceEvents, long arrivals, long effectsPlanned, long attempts) {}
