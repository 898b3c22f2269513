package io.plantgate.inlet.http;

/** A stream brought its credential over the bound of quarantined arrivals. */
final class TooManyQuarantinedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyQuarantinedException() {
        super("over the bound of quarantined arrivals in a minute", null, false, false);
    }
}
