package io.plantgate.event;

/** Something a reader should know about an arrival that changed nothing of its decision. */
public enum Flag {
    /** The payload holds control characters; they are shown as visible escapes. */
    CONTROL_CHARACTER,
    /** The source time is odd (leap second, hour 24, no zone) or could not be read; its text is kept. */
    ODD_TIME,
    /** Taken for a duplicate by its identity alone: the first arrival's bytes are gone or cannot be read any more. */
    UNVERIFIED
}
