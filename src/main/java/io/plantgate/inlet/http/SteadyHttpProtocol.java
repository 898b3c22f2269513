package io.plantgate.inlet.http;

import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's HTTP/1.1 connector that does not lose a request to a timeout that is out of date. Tomcat looks once a second
 * for asynchronous requests that wait for too long, on a thread of its own. Where that thread is held up, it can meet
 * the next request of the same connection; Tomcat (10.1.50 to 10.1.59) notices, and drops the timeout together with the
 * tie between connection and request: the answer then finds no way out, the sender's connection is closed without a word,
 * and a gentle stop waits for a request that cannot end. Public because Tomcat makes it by its name.
 */
public final class SteadyHttpProtocol extends Http11NioProtocol {

    public SteadyHttpProtocol() {
        getEndpoint().setHandler(new Connections(this));
    }

    /** What Tomcat asks as well, but before the processor is taken from its connection. Its callers hold the connection's lock. */
    private static boolean isOutdated(Processor processor) {
        return processor == null
                || (processor.isAsync() ? !processor.checkAsyncTimeoutGeneration() : !processor.isUpgrade());
    }

    private static final class Connections extends ConnectionHandler<NioChannel> {

        private Connections(SteadyHttpProtocol protocol) {
            super(protocol);
        }

        @Override
        public Handler.SocketState process(SocketWrapperBase<NioChannel> connection, SocketEvent event) {
            if (event == SocketEvent.TIMEOUT
                    && connection != null
                    && isOutdated((Processor) connection.getCurrentProcessor())) {
                return Handler.SocketState.OPEN;
            }
            return super.process(connection, event);
        }
    }
}
