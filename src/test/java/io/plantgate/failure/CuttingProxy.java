package io.plantgate.failure;

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
import java.util.concurrent.atomic.AtomicReference;

/**
 * A link between a client and PostgreSQL on loopback that can be cut at a named place. It is told by the client's side
 * that the next bytes are a COMMIT, so that it need not understand the protocol.
 */
final class CuttingProxy implements AutoCloseable {

    /** Where a link is cut once. */
    enum Cut {
        /** The request never reaches the server. */
        BEFORE_THE_REQUEST,
        /** The server has done the work and answered; the answer never reaches the client. */
        BEFORE_THE_ANSWER
    }

    private final int serverPort;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Cut> armed = new AtomicReference<>();
    private volatile Runnable atTheCut = () -> {};

    CuttingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Cuts the link at the next bytes of that direction; what runs at the cut runs before the client can notice. */
    void cutNext(Cut where, Runnable then) {
        atTheCut = then;
        armed.set(where);
    }

    boolean isArmed() {
        return armed.get() != null;
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = keep(listener.accept());
                Socket server = keep(new Socket());
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
                daemon(() -> pump(client, server, Cut.BEFORE_THE_REQUEST));
                daemon(() -> pump(server, client, Cut.BEFORE_THE_ANSWER));
            }
        } catch (IOException e) {
            close();
        }
    }

    private void pump(Socket from, Socket to, Cut here) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (armed.compareAndSet(here, null)) {
                    atTheCut.run();
                    return;
                }
                out.write(buffer, 0, read);
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

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
