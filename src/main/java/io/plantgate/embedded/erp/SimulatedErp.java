package io.plantgate.embedded.erp;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.HttpRequestHandler;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ERP: a real HTTP server on loopback. What it does with the requests to come is told by {@link #next} and, while
 * nothing is told, by {@link #usually}. It counts requests by key, and it forgets its books when it stops.
 */
public final class SimulatedErp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedErp.class);
    private static final int BACKLOG = 1_024;
    private static final String POSTINGS = "/postings";
    private static final String SERVICE = "/sap/opu/odata4/plantgate/postings";

    private final Deque<Turn> script = new ConcurrentLinkedDeque<>();
    private final Map<String, Deque<Turn>> scripts = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final Books books = new Books();
    private final Endings endings = new Endings();
    private final Sessions sessions = new Sessions();
    private final HttpServer server;
    private final String root;
    private volatile IntFunction<Turn> habit = number -> Turn.well();
    private volatile Predicate<String> admitted = authorization -> true;

    private SimulatedErp(int port, SSLContext tls, boolean clientCertificate) {
        HttpRequestHandler plain = new PostingDoor(this, POSTINGS);
        HttpRequestHandler service = new ODataDoor(this, SERVICE);
        // By path alone: whoever reaches it by another name is served too.
        ServerBootstrap bootstrap = ServerBootstrap.bootstrap()
                .setListenerPort(port)
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setSocketConfig(SocketConfig.custom()
                        .setBacklogSize(BACKLOG)
                        .setTcpNoDelay(true)
                        .build())
                .setStreamListener(endings)
                .setExceptionListener(endings)
                .setRequestRouter((request, context) -> request.getPath().startsWith(SERVICE) ? service : plain);
        if (tls != null) {
            bootstrap.setSslContext(tls).setSslSetupHandler(p -> p.setNeedClientAuth(clientCertificate));
        }
        this.server = bootstrap.create();
        try {
            server.start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    ("Port %d is taken, so the simulated ERP cannot start. Name another (plantgate.simulator.erp.port),"
                                    + " or switch it off (plantgate.simulator.erp.enabled).")
                            .formatted(port),
                    e);
        }
        this.root = (tls == null ? "http" : "https") + "://127.0.0.1:" + server.getLocalPort();
        LOG.info("The simulated ERP listens on {}", root);
    }

    /**
     * Starts an ERP.
     *
     * @param port on loopback; 0 for any that is free
     * @throws IllegalStateException if the port is taken
     */
    public static SimulatedErp start(int port) {
        return new SimulatedErp(port, null, false);
    }

    /** Starts one on a free port that speaks TLS only, and asks for a client's certificate if that is wanted. */
    public static SimulatedErp startWithTls(SSLContext tls, boolean clientCertificate) {
        return new SimulatedErp(0, tls, clientCertificate);
    }

    /** Where postings go. */
    public String postingsUrl() {
        return root + POSTINGS;
    }

    /** The root of the OData service; {@code /$batch} and {@code /Postings} lie below. */
    public String serviceUrl() {
        return root + SERVICE;
    }

    /** What becomes of the next requests that would book, one turn each. In a batch each item takes one. */
    public SimulatedErp next(Turn... told) {
        script.addAll(List.of(told));
        return this;
    }

    /** What becomes of the next requests whose body holds this text, whatever else is told. */
    public SimulatedErp nextOf(String inBody, Turn... told) {
        scripts.computeIfAbsent(inBody, key -> new ConcurrentLinkedDeque<>()).addAll(List.of(told));
        return this;
    }

    /** What becomes of requests while nothing is told: by their number, counted from 1. */
    public SimulatedErp usually(IntFunction<Turn> habit) {
        this.habit = habit;
        return this;
    }

    /** An ERP that does not know idempotency keys: every request books. */
    public SimulatedErp forgetKeys() {
        books.forgetKeys();
        return this;
    }

    /** Answers 401 unless this says yes to the header {@code Authorization}, which may be null. */
    public SimulatedErp admit(Predicate<String> authorization) {
        this.admitted = authorization;
        return this;
    }

    /** Every CSRF token that the OData service has given ends here. */
    public SimulatedErp endSessions() {
        sessions.end();
        return this;
    }

    /** What was booked under this key; more than one only in an ERP that forgets keys. */
    public List<Posting> postings(String key) {
        return books.of(key);
    }

    /** All that was booked. */
    public List<Posting> postings() {
        return books.all();
    }

    /** Requests under this key, queries too, whatever became of them. */
    public int requests(String key) {
        return requests.getOrDefault(key, new AtomicInteger()).get();
    }

    /** All requests that were counted under some key. */
    public int requests() {
        return requests.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    Turn turn(String body) {
        Turn told = scripts.entrySet().stream()
                .filter(of -> body.contains(of.getKey()))
                .map(of -> of.getValue().poll())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(script::poll);
        return told != null ? told : habit.apply(turns.incrementAndGet());
    }

    void count(String key) {
        requests.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet();
    }

    boolean admits(String authorization) {
        return admitted.test(authorization);
    }

    /** Returns early if the ERP is stopped. */
    void pause(Duration pause) {
        endings.pause(pause);
    }

    Books books() {
        return books;
    }

    Endings endings() {
        return endings;
    }

    Sessions sessions() {
        return sessions;
    }

    /** Stops it at once; who waits for an answer hears none. */
    @Override
    public void close() {
        endings.close();
        server.close(CloseMode.IMMEDIATE);
    }
}
