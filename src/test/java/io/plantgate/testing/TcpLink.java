package io.plantgate.testing;

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

/** A link on loopback between a client and a server, which can be cut, and which can lose what the client says. */
public final class TcpLink implements AutoCloseable {

    private final int serverPort;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean losing;

    public TcpLink(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** From now on the server hears nothing of what the client says, until {@link #cut()}. */
    public void loseRequests() {
        losing = true;
    }

    /** Ends all connections; new ones pass. */
    public void cut() {
        sockets.forEach(TcpLink::close);
        losing = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = keep(listener.accept());
                Socket server = keep(new Socket());
                try {
                    server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
                } catch (IOException serverIsAway) {
                    close(client);
                    close(server);
                    continue;
                }
                daemon(() -> pump(client, server, true));
                daemon(() -> pump(server, client, false));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void pump(Socket from, Socket to, boolean requests) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!(requests && losing)) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // The other side has gone; both sockets close.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private Socket keep(Socket socket) {
        sockets.add(socket);
        return socket;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "tcp-link");
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
        cut();
    }
}
