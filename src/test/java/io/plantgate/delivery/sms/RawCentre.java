package io.plantgate.delivery.sms;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Speaks just as much SMPP as it takes to be bound to, octet by octet, so that it can write what no library would. */
final class RawCentre implements AutoCloseable {

    private static final int BIND_TRANSCEIVER = 0x09;
    private static final int SUBMIT = 0x04;
    private static final int UNBIND = 0x06;
    private static final int ENQUIRE = 0x15;
    private static final int ANSWER = 0x80000000;
    private static final int HEADER = 16;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Deque<Act> acts = new ConcurrentLinkedDeque<>();
    private final List<Socket> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    RawCentre() throws IOException {
        begin(this::accept);
    }

    /** What it does with one submit_sm instead of taking it. */
    @FunctionalInterface
    interface Act {
        void on(Line line, int sequenceNumber) throws IOException;
    }

    /** The centre's side of one connection. */
    static final class Line {
        private final Socket socket;
        private final DataOutputStream out;

        private Line(Socket socket) throws IOException {
            this.socket = socket;
            this.out = new DataOutputStream(socket.getOutputStream());
        }

        /** A header that says whatever it likes, and nothing behind it. */
        synchronized void raw(int length, int command, int status, int sequenceNumber) throws IOException {
            out.writeInt(length);
            out.writeInt(command);
            out.writeInt(status);
            out.writeInt(sequenceNumber);
            out.flush();
        }

        synchronized void pdu(int command, int status, int sequenceNumber, byte[] body) throws IOException {
            raw(HEADER + body.length, command, status, sequenceNumber);
            out.write(body);
            out.flush();
        }

        synchronized void bytes(byte[] some) throws IOException {
            out.write(some);
            out.flush();
        }

        void close() throws IOException {
            socket.close();
        }
    }

    int port() {
        return door.getLocalPort();
    }

    /** For the next submit_sm; later ones are taken again. */
    void next(Act act) {
        acts.add(act);
    }

    private void accept() throws IOException {
        while (!door.isClosed()) {
            Socket socket = door.accept();
            lines.add(socket);
            begin(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        Line line = new Line(socket);
        while (true) {
            int length = in.readInt();
            int command = in.readInt();
            in.readInt();
            int sequenceNumber = in.readInt();
            in.readNBytes(length - HEADER);
            answer(line, command, sequenceNumber);
        }
    }

    private void answer(Line line, int command, int sequenceNumber) throws IOException {
        if (command == SUBMIT) {
            Act act = acts.poll();
            if (act == null) {
                line.pdu(ANSWER | SUBMIT, 0, sequenceNumber, text("M" + ids.incrementAndGet()));
            } else {
                act.on(line, sequenceNumber);
            }
        } else if (command == BIND_TRANSCEIVER) {
            line.pdu(ANSWER | BIND_TRANSCEIVER, 0, sequenceNumber, text("raw"));
        } else if (command == ENQUIRE || command == UNBIND) {
            line.pdu(ANSWER | command, 0, sequenceNumber, new byte[0]);
        }
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    private interface Work {
        void go() throws IOException;
    }

    private static void begin(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.go();
            } catch (IOException closed) {
                // The other side, or the test, has had enough.
                Thread.yield();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket line : lines) {
            line.close();
        }
    }
}
