package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.embedded.tomcat.TomcatWebServer;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/** Senders that announce a body and hardly send it, against a container with few threads. */
class SlowSendersTest extends HttpGatewayTest {

    private static final int THREADS = 4;
    private static final int SENDERS = 40;
    // More than plantgate.inlet.http.body-readers.
    private static final int MANY_SENDERS = 80;
    private static final Duration SOON = Duration.ofSeconds(8);

    private final List<RawConnection> slow = new ArrayList<>();

    @Autowired
    private ServletWebServerApplicationContext context;

    private AbstractProtocol<?> protocol;
    private int threads;
    private int spareThreads;

    @BeforeEach
    void fewThreads() {
        TomcatWebServer server = (TomcatWebServer) context.getWebServer();
        protocol = (AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler();
        threads = protocol.getMaxThreads();
        spareThreads = protocol.getMinSpareThreads();
        protocol.setMinSpareThreads(1);
        protocol.setMaxThreads(THREADS);
    }

    @AfterEach
    void allThreads() {
        slow.forEach(RawConnection::close);
        protocol.setMaxThreads(threads);
        protocol.setMinSpareThreads(spareThreads);
    }

    @Test
    void theContainerIsTheOneThatLosesNoRequest() {
        assertThat(protocol).isInstanceOf(SteadyHttpProtocol.class);
    }

    @Test
    void withoutAPasswordTheyAreAnsweredAndClosedAndHoldNothing() {
        for (int i = 0; i < SENDERS; i++) {
            slow.add(RawConnection.to(port)
                    .raw("POST /api/events/pumps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{"));
        }

        assertTimeoutPreemptively(
                SOON,
                () -> assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200));
        assertTimeoutPreemptively(SOON, () -> assertThat(slow)
                .allSatisfy(it -> assertThat(it.rest()).startsWith("HTTP/1.1 401")));
    }

    @Test
    void withAPasswordTheyHoldUpNeitherHealthNorOtherSenders() {
        for (int i = 0; i < SENDERS; i++) {
            slow.add(RawConnection.to(port)
                    .raw(RawConnection.head("/api/events/pumps", "application/json", "Content-Length: 1000000") + "{"));
        }
        String event = trip(newSource(), "T1", "B1", "High");

        assertTimeoutPreemptively(
                SOON,
                () -> assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200));
        assertTimeoutPreemptively(
                SOON, () -> assertThat(post(event).statusCode()).isEqualTo(201));
    }

    @Test
    void allBodyReadersHoldingSlowBodiesDoNotHoldUpABodyThatComesWithItsHead() {
        for (int i = 0; i < MANY_SENDERS; i++) {
            slow.add(RawConnection.to(port)
                    .raw(RawConnection.head("/api/events/pumps", "application/json", "Content-Length: 1000000") + "{"));
        }
        String event = trip(newSource(), "T1", "B1", "High");
        String framing = "Content-Length: " + event.getBytes(StandardCharsets.UTF_8).length;

        assertTimeoutPreemptively(SOON, () -> assertThat(RawConnection.to(port)
                        .raw(RawConnection.head("/api/events/pumps", "application/json", framing) + event)
                        .rest())
                .startsWith("HTTP/1.1 201"));
    }
}
