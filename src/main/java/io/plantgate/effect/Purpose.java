package io.plantgate.effect;

/** What an attempt is to do. */
public enum Purpose {
    /** Do the effect. */
    SEND,
    /** Ask the target what became of an effect that it accepted, or of one whose outcome is unknown; change nothing. */
    QUERY
}
