package io.plantgate.embedded.plc;

import static org.assertj.core.api.Assertions.assertThat;

import com.digitalpetri.modbus.pdu.WriteSingleCoilRequest;
import io.plantgate.testing.TcpLink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever hears that a line was cut may connect and ask at once: the machine has moved, and the new line stays. */
class LostAnswersTest {

    /** So many that the first have long connected again while the last are still being reset. */
    private static final int CLIENTS = 100;

    private final DeviceLog log = new DeviceLog("conveyor");
    private final Conveyor conveyor = new Conveyor(log);
    private final Script script = new Script();
    private final List<Integer> writesAtTheCut = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ServerSocket echo;

    @BeforeEach
    void startAnEcho() throws IOException {
        echo = new ServerSocket(0, 2 * CLIENTS, InetAddress.getLoopbackAddress());
        threads.submit(() -> {
            while (true) {
                Socket client = echo.accept();
                threads.submit(() -> client.getInputStream().transferTo(client.getOutputStream()));
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        echo.close();
        threads.shutdownNow();
    }

    @Test
    void whoConnectsBecauseItsLineWasCutIsNotCutWithTheOthers() throws Exception {
        try (Line line = new Line("conveyor", 0, (before, right) -> right)) {
            line.leadTo(echo.getLocalPort());
            everybodyReturns(line.port(), line::cut);
        }
    }

    @Test
    void theLinkOfOtherTestsCutsNobodyWhoReturnsEither() throws Exception {
        try (TcpLink link = new TcpLink("echo").leadTo(echo.getLocalPort())) {
            everybodyReturns(link.port(), link::cut);
        }
    }

    private void everybodyReturns(int port, Runnable cut) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            sockets.add(connected(port));
        }
        List<Future<Socket>> again = new ArrayList<>();
        sockets.forEach(socket -> again.add(threads.submit((Callable<Socket>) () -> {
            awaitTheEnd(socket);
            return connected(port);
        })));

        cut.run();

        for (Future<Socket> one : again) {
            assertThat(echoed(one.get(60, TimeUnit.SECONDS))).isTrue();
        }
    }

    private static Socket connected(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        assertThat(echoed(socket)).isTrue();
        return socket;
    }

    private static boolean echoed(Socket socket) throws IOException {
        socket.getOutputStream().write("x".getBytes(StandardCharsets.US_ASCII));
        return socket.getInputStream().read() == 'x';
    }

    private static void awaitTheEnd(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The reset that was waited for.
        }
    }

    @Test
    void aLostAnswerOverModbusIsCutOffWhenTheMachineHasMoved() throws Exception {
        script.next(List.of(Manner.LOST));
        ConveyorRegisters registers = new ConveyorRegisters(
                conveyor,
                null,
                script,
                manner -> writesAtTheCut.add(log.writes().size()));

        registers.writeSingleCoil(null, 1, new WriteSingleCoilRequest(0, 0));

        assertThat(writesAtTheCut).containsExactly(1);
    }

    @Test
    void aLostAnswerOverMqttIsCutOffWhenTheMachineHasMoved() {
        script.next(List.of(Manner.LOST));
        try (ConveyorCommands commands = new ConveyorCommands(
                conveyor,
                log,
                script,
                answer -> {},
                () -> writesAtTheCut.add(log.writes().size()))) {
            commands.command("{\"operationId\":\"OP-1\",\"digest\":\"ab\",\"command\":\"stop\"}"
                    .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(writesAtTheCut).containsExactly(1);
    }
}
