package io.plantgate.failure.torture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A link on loopback between the gateway and one server. It can be cut, held (both sides believe in it and nothing moves),
 * slowed, or refused; the server behind it may come back on another port.
 */
final class TcpLink implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int CONNECT_MILLIS_MAX = 2000;

    private final String name;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private volatile int serverPort;
    private volatile long delayMillis;
    private boolean held;

    TcpLink(String name) {
        this.name = name;
        try {
            this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on new connections lead to this port; to none if it is 0. */
    TcpLink leadTo(int port) {
        serverPort = port;
        return this;
    }

    /** Ends every connection at once, with whatever is under way in it. */
    void cut() {
        sockets.forEach(TcpLink::end);
    }

    /** Nothing moves until it is released; no byte is lost. */
    void hold() {
        synchronized (gate) {
            held = true;
        }
    }

    void release() {
        synchronized (gate) {
            held = false;
            gate.notifyAll();
        }
    }

    /** Every piece of bytes waits so long; 0 for none. */
    void delay(long millis) {
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
            daemon(() -> pump(client, server));
            daemon(() -> pump(server, client));
        } catch (IOException e) {
            end(client);
            end(server);
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                pass();
                out.write(buffer, 0, read);
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
