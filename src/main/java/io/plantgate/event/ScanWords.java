package io.plantgate.event;

import java.util.List;

/** The closed lists of words that a scan, or a question about scans, may use; whatever else stands there is refused by name. */
public final class ScanWords {

    public static final List<String> ACTIONS =
            List.of("load", "pick", "pass", "complete", "rework", "scrap", "recheck", "unpack", "pack");

    public static final List<String> SOURCES = List.of("manual", "automatic", "write-back", "late entry");

    public static final List<String> DEVICE_TYPES = List.of("handheld", "fixed reader", "camera");

    /** What a scan turned out to be for the business. */
    public static final List<String> RESULTS =
            List.of("ok", "not ok", "pending", "unknown barcode", "bound elsewhere", "repeated");

    private ScanWords() {}
}
