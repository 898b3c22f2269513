package io.plantgate.intake;

/**
 * What an item may hold at most; anything over it is quarantined before a tree is built.
 *
 * @param payloadBytesMax bytes of one item
 * @param rawPrefixBytes bytes that are kept of an item over {@code payloadBytesMax}
 * @param depthMax how deep objects and arrays may nest
 * @param numberDigitsMax digits of one number before its exponent
 * @param numberExponentMax largest exponent of a number, either way
 * @param fieldsMax fields and values of one item, all levels together
 * @param quotedLinesMax lines that one row of CSV may span by line ends inside quotes
 */
record Bounds(
        int payloadBytesMax,
        int rawPrefixBytes,
        int depthMax,
        int numberDigitsMax,
        int numberExponentMax,
        int fieldsMax,
        int quotedLinesMax) {

    static final Bounds DEFAULT = new Bounds(262_144, 4_096, 64, 100, 1_000, 10_000, 100);
}
