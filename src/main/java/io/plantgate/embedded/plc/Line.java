package io.plantgate.embedded.plc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;

/**
 * The line in front of a simulated server. The server says how its next answer travels, and so real bytes come late, twice, or
 * not at all. It looks at no byte itself; a small answer is one piece.
 */
final class Line implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int BACKLOG = 50;

    private final String name;
    private final ServerSocket listener;
    private final BinaryOperator<byte[]> confusion;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Manner> next = new AtomicReference<>(Manner.WELL);
    private final ScheduledExecutorService later;
    private final CompletableFuture<Integer> serverPort = new CompletableFuture<>();
    private volatile byte[] lastAnswer = new byte[0];
    private volatile long lateMillis = 1_500;

    /**
     * @param port on loopback; 0 for a free one
     * @param confusion makes the {@link Manner#CONFUSED} answer of the last answer and the right one
     */
    Line(String name, int port, BinaryOperator<byte[]> confusion) {
        this.name = name;
        this.confusion = confusion;
        this.later = Executors.newSingleThreadScheduledExecutor(task -> daemon(task));
        try {
            this.listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("%s: port %d on loopback".formatted(name, port), e);
        }
        daemon(this::accept).start();
    }

    /** Where the server behind it listens, on loopback. Who has connected before waits for this. */
    void leadTo(int server) {
        serverPort.complete(server);
    }

    int port() {
        return listener.getLocalPort();
    }

    void lateMillis(long millis) {
        lateMillis = millis;
    }

    /**
     * The next piece that the server sends travels in that manner. Said after the machine has moved, because whoever hears a
     * reset may ask at once what became of it.
     */
    void nextAnswer(Manner manner) {
        if (manner == Manner.RESETS || manner == Manner.LOST) {
            next.set(Manner.WELL);
            cut();
        } else {
            next.set(manner);
        }
    }

    /** Resets every connection that there is now; whoever connects because its own was reset passes. */
    void cut() {
        // A set of these goes on to what comes while it is walked through.
        List.copyOf(sockets).forEach(Line::reset);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                // Closed, or the client has gone again: the next one is no worse for it.
            } catch (CancellationException e) {
                // Closed before there was a server.
                return;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort.join());
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            daemon(() -> carry(client, server, false)).start();
            daemon(() -> carry(server, client, true)).start();
        } catch (IOException | CancellationException e) {
            reset(client);
            throw e;
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                byte[] piece = Arrays.copyOf(buffer, read);
                if (answers) {
                    answer(piece, to);
                } else {
                    to.getOutputStream().write(piece);
                }
            }
        } catch (IOException e) {
            // One side has gone; both sockets close.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void answer(byte[] piece, Socket to) throws IOException {
        OutputStream out = to.getOutputStream();
        byte[] before = lastAnswer;
        lastAnswer = piece;
        switch (next.getAndSet(Manner.WELL)) {
            case WELL, REFUSES, TAKES_OVER, LOST, RESETS -> out.write(piece);
            case LATE -> later.schedule(() -> late(piece, out), lateMillis, TimeUnit.MILLISECONDS);
            case PREVIOUS -> out.write(before);
            case CONFUSED -> out.write(confusion.apply(before, piece));
            case MUTE, HANGS -> lastAnswer = before;
        }
    }

    private static void late(byte[] piece, OutputStream out) {
        try {
            out.write(piece);
        } catch (IOException e) {
            // Nobody waits for it any more.
        }
    }

    private static void reset(Socket socket) {
        try {
            // No orderly end: the peer hears a reset, as from a machine that is gone.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed, which is what was wanted.
        }
    }

    private Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "line-" + name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        serverPort.cancel(false);
        later.shutdownNow();
        cut();
    }
}
