package io.plantgate.effect;

/**
 * A part of an effect that the target is known to have taken.
 *
 * @param partNo from 1
 * @param partsTotal how many the effect has as it was sent then
 * @param reference what the target calls it; a report under this reference speaks of this part
 * @param detail whatever its sender needs to go on with the others, in its own words; at most some hundred characters
 */
public record EffectPart(int partNo, int partsTotal, String reference, String detail) {}
