package io.plantgate.intake;

/**
 * How the device, whose restarts count, follows from an item.
 *
 * @param separator the device is the source's text before the first of these; the whole source where it does not hold
 *     one, or where this is null
 * @param own where the device stands by itself, or null
 */
record DeviceRule(String separator, PartRule own) {

    /** The device; null where it stands by itself and is missing. */
    String of(String source, ReadItem item) throws Unreadable {
        if (own != null) {
            return own.textIn(item);
        }
        int end = separator == null ? -1 : source.indexOf(separator);
        return end <= 0 ? source : source.substring(0, end);
    }
}
