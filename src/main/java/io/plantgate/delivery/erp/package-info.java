/**
 * Effects over HTTP: makes a request of an effect, sends it under hard deadlines, and judges the answer.
 *
 * <p>The door for routes is {@link io.plantgate.delivery.erp.HttpTarget}, made once per channel by the template
 * {@code http-target}. A judgement claims what the answer proves: delivered by the target's positive sign, not done by a
 * refusal or because not a byte was sent, and unknown in between.
 */
package io.plantgate.delivery.erp;
