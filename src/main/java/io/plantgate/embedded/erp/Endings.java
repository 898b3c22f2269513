package io.plantgate.embedded.erp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.ExceptionListener;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.impl.Http1StreamListener;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.io.CloseMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How requests end that end without a proper answer. Knows the connection of the request that its thread is at. */
final class Endings implements Http1StreamListener, ExceptionListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Endings.class);
    private static final Duration BETWEEN_BYTES = Duration.ofMillis(50);
    private static final byte[] FILLING = "0123456789".repeat(100).getBytes(StandardCharsets.US_ASCII);

    private final ThreadLocal<HttpConnection> connection = new ThreadLocal<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Ends the request without an answer, by an exception that the server takes for a lost connection. */
    BasicClassicHttpResponse without(Turn.Ending ending) throws IOException {
        switch (ending) {
            case CLOSES -> connection.get().close(CloseMode.GRACEFUL);
            case RESETS -> connection.get().close(CloseMode.IMMEDIATE);
            case HANGS -> pause(Duration.ofDays(1));
            case TRICKLES -> {
                return endless(BETWEEN_BYTES, new byte[] {' '});
            }
            case GOES_ON -> {
                return endless(Duration.ZERO, FILLING);
            }
            default -> throw new IllegalArgumentException(ending + " is an answer.");
        }
        throw new NoAnswerException();
    }

    void pause(Duration pause) {
        try {
            closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Ends when the ERP is stopped, or nobody reads any more.
    private BasicClassicHttpResponse endless(Duration between, byte[] piece) {
        BasicClassicHttpResponse response = new BasicClassicHttpResponse(200);
        response.setEntity(new EntityTemplate(-1, ContentType.APPLICATION_JSON, null, out -> {
            while (closed.getCount() > 0) {
                out.write(piece);
                out.flush();
                pause(between);
            }
            throw new NoAnswerException();
        }));
        return response;
    }

    @Override
    public void onRequestHead(HttpConnection from, HttpRequest request) {
        connection.set(from);
    }

    @Override
    public void onResponseHead(HttpConnection to, HttpResponse response) {
        // What is answered is nobody's business here.
    }

    @Override
    public void onExchangeComplete(HttpConnection with, boolean keepAlive) {
        connection.remove();
    }

    @Override
    public void onError(Exception failure) {
        LOG.debug("The simulated ERP's listener failed.", failure);
    }

    @Override
    public void onError(HttpConnection with, Exception failure) {
        LOG.debug("A connection of the simulated ERP ended.", failure);
    }

    @Override
    public void close() {
        closed.countDown();
    }

    /** No answer will come on this connection. */
    private static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
