package io.plantgate.worklist;

/**
 * Which items are listed; a null part does not restrict.
 *
 * @param open true for what waits, false for what is settled
 * @param profile of INCOMPLETE items
 * @param source of the arrival that opened the item
 */
public record ItemQuery(ItemKind kind, Boolean open, String profile, String source) {}
