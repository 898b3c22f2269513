package io.plantgate.embedded.sms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.BindRequest;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerResponseDeliveryAdapter;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitSmResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An SMPP 3.4 server on a loopback port. It takes binds of any kind under its one user, keeps the newest messages in memory,
 * and does with each what its script says. Receipts for which nobody is bound wait for the next bind.
 */
public final class EmbeddedSmsCentre implements AutoCloseable {

    /** system_id and password of its one user. */
    public static final String USER = "plant";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedSmsCentre.class);
    private static final long BIND_MILLIS_MAX = 10_000;
    private static final int MESSAGES_MAX = 10_000;
    // A held answer occupies one of them.
    private static final int REQUESTS_AT_A_TIME = 32;

    private final SMPPServerSessionListener listener;
    private final int port;
    private final CentreStore store = new CentreStore(MESSAGES_MAX);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Session, String> bound = new ConcurrentHashMap<>();
    private final Map<SMPPServerSession, Boolean> connections = new ConcurrentHashMap<>();
    private final Queue<CentreReply> next = new ConcurrentLinkedQueue<>();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> bindStatuses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger binds = new AtomicInteger();
    private final AtomicInteger enquiries = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(EmbeddedSmsCentre::thread);
    private volatile Function<CentreMessage, CentreReply> usually = message -> CentreReply.accept();

    private record Waiting(CentreMessage message, MessageState state) {}

    private EmbeddedSmsCentre(SMPPServerSessionListener listener, int port) {
        this.listener = listener;
        this.port = port;
        listener.setPduProcessorDegree(REQUESTS_AT_A_TIME);
        var desk = new CentreDesk(store, closed, this::reply, bound::get, this::report, enquiries::incrementAndGet);
        listener.setMessageReceiverListener(desk);
        listener.setResponseDeliveryListener(new ServerResponseDeliveryAdapter() {
            @Override
            public void onSubmitSmRespSent(SubmitSmResult result, SMPPServerSession source) {
                // Not on the thread that answers: it must not wait for the client's answer to the receipt.
                answered(desk, result.getMessageId());
            }
        });
    }

    /**
     * @param port on loopback; 0 for a free one
     * @throws UncheckedIOException if the port is taken
     */
    public static EmbeddedSmsCentre start(int port) {
        return start(port, ServerSocketFactory.getDefault());
    }

    /** Starts one on a free port that speaks TLS only. */
    public static EmbeddedSmsCentre startWithTls(SSLContext tls) {
        return start(0, tls.getServerSocketFactory());
    }

    private static EmbeddedSmsCentre start(int port, ServerSocketFactory sockets) {
        var listening = new LoopbackListening(sockets);
        try {
            var centre = new EmbeddedSmsCentre(new SMPPServerSessionListener(port, listening), listening.port());
            centre.threads.execute(centre::accept);
            LOG.info("Embedded SMS centre on 127.0.0.1:{} (SMPP 3.4), user {}, password {}", centre.port, USER, USER);
            return centre;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    ("Port %d is taken, so the embedded SMS centre cannot start. Choose another"
                                    + " (plantgate.simulator.sms.port), 0 for a free one.")
                            .formatted(port),
                    e);
        }
    }

    public int port() {
        return port;
    }

    /** What is done with the next messages, one each, before the usual. */
    public void answerNext(CentreReply... replies) {
        next.addAll(List.of(replies));
    }

    /** What is done with every message for which nothing else is said. */
    public void usually(Function<CentreMessage, CentreReply> script) {
        usually = script;
    }

    /** The next binds, one each, are refused with these command_statuses. */
    public void refuseBinds(Integer... statuses) {
        bindStatuses.addAll(List.of(statuses));
    }

    /** The messages that it took, oldest first. */
    public List<CentreMessage> taken() {
        return store.taken();
    }

    /** How many binds it has granted. */
    public int binds() {
        return binds.get();
    }

    /** How many enquire_links it has heard. */
    public int enquiries() {
        return enquiries.get();
    }

    /** How many clients are bound now. */
    public int clients() {
        return bound.size();
    }

    /** What query_sm is told of a message from now on; nobody is told by itself. */
    public void became(CentreMessage message, MessageState state) {
        store.became(message.messageId(), state);
    }

    /** Sends a receipt, at once or as soon as somebody is bound. */
    public void report(CentreMessage message, MessageState state) {
        store.became(message.messageId(), state);
        if (!Receipts.send(receivers(), message, state)) {
            waiting.add(new Waiting(message, state));
        }
    }

    /** Ends all connections without a word. */
    public void hangUp() {
        connections.keySet().forEach(SMPPServerSession::close);
    }

    /** Takes leave of all clients in order. */
    public void unbindAll() {
        connections.keySet().forEach(SMPPServerSession::unbindAndClose);
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("The embedded SMS centre's socket was not closed in order.", e);
        }
        hangUp();
        threads.shutdownNow();
    }

    private void answered(CentreDesk desk, String messageId) {
        try {
            threads.execute(() -> desk.answered(messageId));
        } catch (RejectedExecutionException e) {
            LOG.debug("The embedded SMS centre is closed and sends no receipt for {}.", messageId);
        }
    }

    private CentreReply reply(CentreMessage message) {
        CentreReply said = next.poll();
        return said != null ? said : usually.apply(message);
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                SMPPServerSession session = listener.accept();
                connections.put(session, true);
                session.addSessionStateListener((state, before, source) -> forget(state, source));
                threads.execute(() -> bind(session));
            } catch (IOException | RejectedExecutionException e) {
                LOG.debug("The embedded SMS centre takes no more connections.", e);
                return;
            }
        }
    }

    private void forget(SessionState state, Session session) {
        if (state == SessionState.CLOSED || state == SessionState.UNBOUND) {
            bound.remove(session);
            connections.remove(session);
        }
    }

    private void bind(SMPPServerSession session) {
        try {
            BindRequest request = session.waitForBind(BIND_MILLIS_MAX);
            int status = judge(request);
            if (status != SMPPConstant.STAT_ESME_ROK) {
                request.reject(status);
                return;
            }
            bound.put(session, request.getSystemId());
            binds.incrementAndGet();
            request.accept("plantgate-demo");
            reportWaiting();
        } catch (TimeoutException | IOException | PDUStringException | IllegalStateException e) {
            LOG.debug("A client did not bind.", e);
            session.close();
        }
    }

    private int judge(BindRequest request) {
        Integer said = bindStatuses.poll();
        if (said != null) {
            return said;
        }
        if (!USER.equals(request.getSystemId())) {
            return SMPPConstant.STAT_ESME_RINVSYSID;
        }
        return USER.equals(request.getPassword()) ? SMPPConstant.STAT_ESME_ROK : SMPPConstant.STAT_ESME_RINVPASWD;
    }

    private void reportWaiting() {
        for (int i = waiting.size(); i > 0; i--) {
            Waiting one = waiting.poll();
            if (one != null) {
                report(one.message(), one.state());
            }
        }
    }

    private List<SMPPServerSession> receivers() {
        return connections.keySet().stream()
                .filter(session -> session.getSessionState().isReceivable())
                .toList();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sms-centre");
        thread.setDaemon(true);
        return thread;
    }
}
