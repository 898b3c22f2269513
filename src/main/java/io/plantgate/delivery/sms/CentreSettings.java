package io.plantgate.delivery.sms;

import java.time.Duration;
import javax.net.SocketFactory;

/**
 * How one SMS centre is reached.
 *
 * @param systemId who binds
 * @param password never logged
 * @param systemType SMPP's system_type, usually empty
 * @param sockets plain or TLS
 * @param connectWithin until the connection is there, and until the bind is answered
 * @param answerWithin until a request is answered; later the outcome of a submit is unknown
 * @param enquireEvery silence after which the link is tested; without an answer it is given up
 * @param reconnectMin first pause before a lost connection is made again; it doubles, with jitter
 * @param reconnectMax longest such pause
 * @param bindFailuresMax how often ESME_RBINDFAIL, which gives no reason, is tried again before it counts as refused
 */
record CentreSettings(
        String host,
        int port,
        String systemId,
        String password,
        String systemType,
        SocketFactory sockets,
        Duration connectWithin,
        Duration answerWithin,
        Duration enquireEvery,
        Duration reconnectMin,
        Duration reconnectMax,
        int bindFailuresMax) {

    String address() {
        return host + ":" + port;
    }

    // A record's own text would name the password.
    @Override
    public String toString() {
        return "CentreSettings[" + systemId + "@" + address() + "]";
    }
}
