package io.plantgate.delivery.erp;

/** The authorization server refuses the gateway's client credentials. Nothing went to the target. */
final class CredentialsRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CredentialsRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
