package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.ReflectionTestUtils;

/** A timeout that comes for a request while the next one of its connection waits for its answer. */
class SteadyHttpProtocolTest {

    private final BlockingQueue<AsyncContext> waiting = new ArrayBlockingQueue<>(1);
    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector(SteadyHttpProtocol.class.getName());

    @TempDir
    private Path directory;

    private StandardContext context;

    @AfterEach
    void stop() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void anOutdatedTimeoutCostsNobodyTheirAnswer() throws Exception {
        start(connector);
        try (RawConnection sender = RawConnection.to(connector.getLocalPort())) {
            sender.raw("GET /wait HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            AsyncContext request = waiting.poll(10, TimeUnit.SECONDS);

            outdatedTimeout(connector);
            request.complete();

            assertThat(sender.rest()).startsWith("HTTP/1.1 200");
        }
        assertThat(context.getInProgressAsyncCount()).isZero();
    }

    /** If this fails, Tomcat has mended it, and ours has had its day. */
    @Test
    void tomcatByItselfClosesTheConnectionAndNeverEndsTheRequest() throws Exception {
        Connector stock = new Connector(Http11NioProtocol.class.getName());
        start(stock);
        try (RawConnection sender = RawConnection.to(stock.getLocalPort())) {
            sender.raw("GET /wait HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            AsyncContext request = waiting.poll(10, TimeUnit.SECONDS);

            outdatedTimeout(stock);
            request.complete();

            assertThat(sender.rest()).isEmpty();
        }
        assertThat(context.getInProgressAsyncCount()).isOne();
    }

    private void start(Connector connector) throws LifecycleException {
        connector.setPort(0);
        connector.setProperty("connectionTimeout", "500");
        tomcat.setBaseDir(directory.toString());
        tomcat.setConnector(connector);
        context = (StandardContext) tomcat.addContext("", directory.toString());
        Tomcat.addServlet((Context) context, "wait", new Waiting()).setAsyncSupported(true);
        context.addServletMappingDecoded("/wait", "wait");
        tomcat.start();
    }

    /** As Tomcat's own watch would bring it; the connection's lock tells that the request's thread has left. */
    private static void outdatedTimeout(Connector connector) {
        NioEndpoint endpoint = (NioEndpoint) ReflectionTestUtils.getField(connector.getProtocolHandler(), "endpoint");
        for (SocketWrapperBase<NioChannel> connection : endpoint.getConnections()) {
            connection.getLock().lock();
            try {
                endpoint.getHandler().process(connection, SocketEvent.TIMEOUT);
            } finally {
                connection.getLock().unlock();
            }
        }
    }

    private final class Waiting extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext started = request.startAsync();
            started.setTimeout(-1);
            waiting.add(started);
        }
    }
}
