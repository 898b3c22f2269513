package io.plantgate.intake;

import java.util.List;

/**
 * How a device's own boot message is told from its other events.
 *
 * @param when conditions that must all be met
 * @param transitionId where such a message has its own transitionId, or null
 */
record BootRule(List<Condition> when, PartRule transitionId) {}
