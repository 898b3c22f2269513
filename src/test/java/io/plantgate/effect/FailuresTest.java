package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What a failure proves, and what a shift leader reads of it. */
class FailuresTest {

    @Test
    void whatWasNeverSentSaysWhyInPlainWords() {
        assertThat(reason(new ConnectException("Connection refused")))
                .isEqualTo("NOT_SENT: no connection: Connection refused; nothing was sent");
        assertThat(reason(new UnknownHostException("erp.invalid")))
                .isEqualTo("NOT_SENT: no address is known for this name: erp.invalid; nothing was sent");
        assertThat(reason(new SSLHandshakeException("bad certificate")))
                .isEqualTo("NOT_SENT: TLS with the target failed: bad certificate; nothing was sent");
        assertThat(reason(new NeverSentException("no connection: Connection refused", new ConnectException("x"))))
                .isEqualTo("NOT_SENT: no connection: Connection refused; nothing was sent");
    }

    @Test
    void whatMayHaveBeenDoneSaysSoWithoutTheNameOfAClass() {
        assertThat(reason(new IOException("no whole answer within 10000 ms")))
                .isEqualTo("NO_ANSWER: no whole answer within 10000 ms; it may have been done");
        assertThat(reason(new SocketException("Connection reset")))
                .isEqualTo("NO_ANSWER: the connection broke: Connection reset; it may have been done");
        assertThat(reason(new SocketTimeoutException()))
                .isEqualTo("NO_ANSWER: no answer in time; it may have been done");
        assertThat(reason(new IllegalStateException("no bean")))
                .isEqualTo("ROUTE_FAILED: a step of the route failed: no bean; it may have been done");
    }

    private static String reason(Exception failure) {
        return Failures.outcome(failure).reason();
    }
}
