/**
 * The words of Plantgate as values: identity, event, payload, canonical form, delivery, arrival, reason.
 *
 * <p>Values only: no Spring, no Camel, no SQL. Everything else depends on this package and it depends on nothing.
 * A value here is valid once it exists.
 */
package io.plantgate.event;
