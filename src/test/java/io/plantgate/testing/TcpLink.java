package io.plantgate.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A link on loopback between a client and a server, which can be cut, at once or at a named place, held (both sides
 * believe in it and nothing moves), slowed, refused, and which can lose what the client says. The server behind it may
 * come back on another port.
 */
public final class TcpLink implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int CONNECT_MILLIS_MAX = 2000;

    /** Where a connection is cut once. */
    public enum Cut {
        /** The request never reaches the server. */
        BEFORE_THE_REQUEST,
        /** The server has done the work and answered; the answer never reaches the client. */
        BEFORE_THE_ANSWER
    }

    private final String name;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private final AtomicReference<Cut> armed = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Runnable atTheCut = () -> {};
    private volatile int serverPort;
    private volatile long delayMillis;
    private volatile boolean losing;
    private boolean held;

    public TcpLink(String name) {
        this.name = name;
        try {
            this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From now on new connections lead to this port; to none if it is 0. */
    public TcpLink leadTo(int port) {
        serverPort = port;
        return this;
    }

    /** How many connections have been made through it, ever. */
    public int connections() {
        return connections.get();
    }

    /** Ends every connection at once, with whatever is under way in it; whoever connects because of that passes. */
    public void cut() {
        // A set of these goes on to what comes while it is walked through.
        List.copyOf(sockets).forEach(TcpLink::end);
        losing = false;
    }

    /** Cuts the next connection with bytes in that direction; what runs at the cut runs before the client can notice. */
    public void cutNext(Cut where, Runnable then) {
        atTheCut = then;
        armed.set(where);
    }

    /** From now on the server hears nothing of what the client says, until {@link #cut()}. */
    public void loseRequests() {
        losing = true;
    }

    /** Nothing moves until it is released; no byte is lost. */
    public void hold() {
        synchronized (gate) {
            held = true;
        }
    }

    public void release() {
        synchronized (gate) {
            held = false;
            gate.notifyAll();
        }
    }

    /** Every piece of bytes waits so long; 0 for none. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                // Closed, or the client has gone again: the next one is no worse for it.
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            server.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Math.max(1, serverPort)),
                    CONNECT_MILLIS_MAX);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            connections.incrementAndGet();
            daemon(() -> pump(client, server, Cut.BEFORE_THE_REQUEST));
            daemon(() -> pump(server, client, Cut.BEFORE_THE_ANSWER));
        } catch (IOException e) {
            end(client);
            end(server);
        }
    }

    private void pump(Socket from, Socket to, Cut here) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (armed.compareAndSet(here, null)) {
                    atTheCut.run();
                    return;
                }
                pass();
                if (!losing || here == Cut.BEFORE_THE_ANSWER) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException | InterruptedException e) {
            // The other side has gone; both sockets close.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void pass() throws InterruptedException {
        synchronized (gate) {
            while (held) {
                gate.wait();
            }
        }
        if (delayMillis > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        }
    }

    private static void end(Socket socket) {
        try {
            // No orderly end: the peer hears a reset, as from a machine that is gone.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed, which is what was wanted.
        }
    }

    private void daemon(Runnable task) {
        Thread thread = new Thread(task, "link-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        release();
        cut();
    }

    @Override
    public String toString() {
        return name;
    }
}
