/**
 * Gives every planned effect a life that can be read afterwards: claimed under a lease, tried by a delivery route, and
 * recorded as what is known, never as more.
 *
 * <p>The door for routes is the Camel consumer {@code effect:CHANNEL} with {@link io.plantgate.effect.EffectExchange};
 * for what a target says later {@link io.plantgate.effect.EffectReports}. An attempt's id is its fencing token: an outcome
 * counts only while the effect still stands under that attempt. This package alone touches {@code outbox} after its rows
 * were planned, and {@code attempt}.
 */
package io.plantgate.effect;
