package io.plantgate.delivery.sms;

/** What becomes of a text that takes more parts than allowed. */
public enum TooLong {
    /** It is not sent, and a person hears of it. */
    REJECT,
    /** Its end is left out, and the text says so. */
    SHORTEN
}
