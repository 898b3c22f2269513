package io.plantgate.delivery.erp;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends nothing on a connection that served before and has ended, or holds bytes that nobody has read. HTTP/1.1 tells
 * answers apart by their order alone (RFC 9112, section 9.3.2), so that what came unasked would answer the next request.
 *
 * <p>Bytes that are still on their way at that moment are not seen; only a connection of its own keeps a request from them.
 */
final class CleanConnection extends HttpRequestExecutor {

    // The shortest that a socket can be asked for; zero would wait without end.
    private static final Timeout LOOK = Timeout.ofMilliseconds(1);

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback informed,
            HttpContext context)
            throws IOException, HttpException {
        if (hasServed(connection) && !isClean(connection)) {
            throw new UnusableException();
        }
        return super.execute(request, connection, informed, context);
    }

    private static boolean hasServed(HttpClientConnection connection) {
        return connection.getEndpointDetails().getRequestCount() > 0;
    }

    private static boolean isClean(HttpClientConnection connection) {
        try {
            return !connection.isStale() && !connection.isDataAvailable(LOOK);
        } catch (IOException broken) {
            return false;
        }
    }

    /** Not a byte was sent, and the connection is thrown away: another one may take the request. */
    static final class UnusableException extends IOException {

        private static final long serialVersionUID = 1L;

        UnusableException() {
            super("The connection has ended, or holds bytes that nobody asked for.");
        }
    }
}
