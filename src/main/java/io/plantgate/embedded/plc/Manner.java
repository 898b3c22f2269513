package io.plantgate.embedded.plc;

/** How a simulated device treats a write. */
public enum Manner {
    /** Acts, and answers at once. */
    WELL,
    /** Acts, and answers late. */
    LATE,
    /** Acts, and its connection is reset before the answer gets out. */
    LOST,
    /** Acts, and never answers; the connection stays. */
    MUTE,
    /** Acts, and sends once more what it answered last. */
    PREVIOUS,
    /** Acts, and puts the last answer under this question's number, as gateways to serial lines do. */
    CONFUSED,
    /** Does not act and never answers; the connection stays. */
    HANGS,
    /** Does not act; the connection is reset. */
    RESETS,
    /** Does not act, and says so. */
    REFUSES,
    /** Acknowledges, and does not act; over MQTT it acts when it is told to finish. */
    TAKES_OVER;

    /** Whether the machine moves. */
    public boolean acts() {
        return this != HANGS && this != RESETS && this != REFUSES && this != TAKES_OVER;
    }
}
