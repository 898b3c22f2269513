package io.plantgate.delivery.sms;

import java.time.Duration;

/** There is no bound session, and so nothing was sent. */
final class LineDownException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean refused;
    private final transient Duration retryAfter;

    private LineDownException(String message, boolean refused, Duration retryAfter) {
        super(message);
        this.refused = refused;
        this.retryAfter = retryAfter;
    }

    /** @param retryAfter when the next connection is tried, or null */
    static LineDownException away(String message, Duration retryAfter) {
        return new LineDownException(message, false, retryAfter);
    }

    /** The centre refuses the gateway's credentials. */
    static LineDownException refused(String message) {
        return new LineDownException(message, true, null);
    }

    boolean isRefused() {
        return refused;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
