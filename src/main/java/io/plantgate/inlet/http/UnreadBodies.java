package io.plantgate.inlet.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.http.HttpHeaders;

/**
 * Closes a connection whose request was answered before its body had come, a refused one for the most part. Tomcat
 * would wait on a container thread for the rest of the body; a few slow senders, without any password, would hold all.
 */
final class UnreadBodies extends ValveBase {

    private static final int DISCARDED_BYTES_MAX = 1 << 16;

    UnreadBodies() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!request.isAsync() && hasBody(request) && !discarded(request.getCoyoteRequest())) {
            close(response);
        }
    }

    private static boolean hasBody(Request request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** Reads away what is here already, so that a small body does not cost its sender the connection. */
    private static boolean discarded(org.apache.coyote.Request request) {
        int discarded = 0;
        try {
            while (!request.isFinished() && discarded < DISCARDED_BYTES_MAX && isHere(request)) {
                Discard chunk = new Discard();
                request.doRead(chunk);
                discarded += chunk.length;
            }
            return request.isFinished();
        } catch (IOException | IllegalArgumentException e) {
            // The latter of headers that were too large to be read: the body behind them cannot be found.
            return false;
        }
    }

    private static boolean isHere(org.apache.coyote.Request request) {
        request.action(ActionCode.AVAILABLE, Boolean.TRUE);
        return request.getAvailable() > 0;
    }

    private static void close(Response response) throws IOException {
        if (!response.isCommitted()) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        response.finishResponse();
        response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
    }

    private static final class Discard implements org.apache.tomcat.util.net.ApplicationBufferHandler {
        private java.nio.ByteBuffer buffer;
        private int length;

        @Override
        public void setByteBuffer(java.nio.ByteBuffer read) {
            buffer = read;
            length = read.remaining();
        }

        @Override
        public java.nio.ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {
            // What is read is a view of the container's own buffer.
        }
    }
}
