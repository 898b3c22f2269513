package io.plantgate.embedded.plc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** A simulated server may begin long after its line. */
class LineTest {

    private static final int WAIT_MILLIS_MAX = 30_000;

    @Test
    void whoConnectsBeforeThereIsAServerIsAnsweredWhenThereIsOne() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Line line = new Line("conveyor", 0, (before, right) -> right);
                Socket client = connected(line)) {
            client.getOutputStream().write('?');
            line.leadTo(server.getLocalPort());

            try (Socket behind = server.accept()) {
                assertThat(behind.getInputStream().read()).isEqualTo('?');
                behind.getOutputStream().write('!');
                assertThat(client.getInputStream().read()).isEqualTo('!');
            }
        }
    }

    @Test
    void whoWaitsForAServerThatNeverComesIsCutAtTheEnd() throws IOException {
        Line line = new Line("conveyor", 0, (before, right) -> right);
        try (Socket client = connected(line)) {
            line.close();

            assertThatThrownBy(() -> endOf(client)).isInstanceOf(IOException.class);
        }
    }

    private static void endOf(Socket client) throws IOException {
        if (client.getInputStream().read() < 0) {
            throw new IOException("closed");
        }
    }

    private static Socket connected(Line line) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), line.port());
        socket.setSoTimeout(WAIT_MILLIS_MAX);
        return socket;
    }
}
