package io.plantgate.embedded.sms;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import org.jsmpp.session.connection.ServerConnection;
import org.jsmpp.session.connection.ServerConnectionFactory;
import org.jsmpp.session.connection.socket.ServerSocketConnection;

/** jsmpp would listen on every address of the machine, and not say on which free port. */
final class LoopbackListening implements ServerConnectionFactory {

    private static final int BACKLOG = 50;

    private final ServerSocketFactory sockets;
    private ServerSocket socket;

    /** @param sockets plain or TLS */
    LoopbackListening(ServerSocketFactory sockets) {
        this.sockets = sockets;
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public ServerConnection listen(int port) throws IOException {
        return listen(port, 0, BACKLOG);
    }

    @Override
    public ServerConnection listen(int port, int timeout) throws IOException {
        return listen(port, timeout, BACKLOG);
    }

    @Override
    public ServerConnection listen(int port, int timeout, int backlog) throws IOException {
        socket = sockets.createServerSocket(port, backlog, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(timeout);
        return new ServerSocketConnection(socket);
    }
}
