package io.plantgate.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;

/** A real HTTP server on loopback: what is posted is booked after its time, or never answered. It remembers no key. */
final class EffectTarget implements AutoCloseable {

    private static final int BACKLOG = 1_024;

    private final CountDownLatch end = new CountDownLatch(1);
    private final LongAdder requests = new LongAdder();
    private final HttpServer server;

    private EffectTarget(long answerMillis) throws IOException {
        server = ServerBootstrap.bootstrap()
                .setListenerPort(0)
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setSocketConfig(SocketConfig.custom()
                        .setBacklogSize(BACKLOG)
                        .setTcpNoDelay(true)
                        .build())
                .setRequestRouter((request, context) -> (posted, response, its) -> {
                    requests.increment();
                    EntityUtils.consume(posted.getEntity());
                    answer(response, answerMillis);
                })
                .create();
        server.start();
    }

    static EffectTarget answeringAfter(long millis) throws IOException {
        return new EffectTarget(millis);
    }

    static EffectTarget hanging() throws IOException {
        return new EffectTarget(TimeUnit.HOURS.toMillis(1));
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/postings";
    }

    long requests() {
        return requests.sum();
    }

    private void answer(ClassicHttpResponse response, long millis) {
        try {
            end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        response.setCode(201);
        response.setEntity(new StringEntity("{\"documentNumber\":\"4711\"}", ContentType.APPLICATION_JSON));
    }

    @Override
    public void close() {
        end.countDown();
        server.close(CloseMode.IMMEDIATE);
    }
}
