package io.plantgate.delivery.sms;

/**
 * Where the embedded SMS centre listens, for a gateway that names none of its own.
 *
 * @param systemId its one user
 */
public record SmsCentreAddress(String host, int port, String systemId, String password) {

    // A record's own text would name the password.
    @Override
    public String toString() {
        return systemId + "@" + host + ":" + port;
    }
}
