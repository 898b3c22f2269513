package io.plantgate.delivery.sms;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jsmpp.session.connection.Connection;
import org.jsmpp.session.connection.ConnectionFactory;
import org.jsmpp.session.connection.socket.SocketConnection;

/** Connects within its time, which jsmpp's own factory does not bound, and checks the name of a TLS peer. */
record CentreConnections(CentreSettings settings) implements ConnectionFactory {

    @Override
    public Connection createConnection(String host, int port) throws IOException {
        Socket socket = settings.sockets().createSocket();
        try {
            socket.connect(new InetSocketAddress(host, port), millis());
            if (socket instanceof SSLSocket tls) {
                shakeHands(tls);
            }
            return new SocketConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void shakeHands(SSLSocket socket) throws IOException {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(millis());
        socket.startHandshake();
    }

    private int millis() {
        return Math.toIntExact(settings.connectWithin().toMillis());
    }
}
